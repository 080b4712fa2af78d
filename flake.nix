{
  description = "Self-hosted sales-pipeline service";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forAll = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});

      # The service with Node and PostgreSQL from Nix: what npm brings of both does not run on NixOS.
      # Run inside a clone it uses that clone, elsewhere a copy of the sources in the cache.
      start = pkgs: pkgs.writeShellApplication {
        name = "sales-pipeline";
        runtimeInputs = [ pkgs.nodejs_24 pkgs.postgresql_18 pkgs.coreutils pkgs.gnugrep ];
        text = ''
          export POSTGRES_BIN="''${POSTGRES_BIN:-${pkgs.postgresql_18}/bin}"
          export DATA_DIR="''${DATA_DIR:-$PWD/.data}"
          if ! grep -qs '"name": "sales-pipeline"' package.json; then
            sources="''${XDG_CACHE_HOME:-$HOME/.cache}/sales-pipeline/${builtins.baseNameOf self.outPath}"
            if [ ! -e "$sources/package.json" ]; then
              mkdir -p "$sources"
              cp -rT --no-preserve=mode,ownership ${self} "$sources"
            fi
            cd "$sources"
          fi
          exec node --max-semi-space-size=32 --no-memory-reducer scripts/run.mjs src/main.ts "$@"
        '';
      };
    in
    {
      packages = forAll (pkgs: { default = start pkgs; });

      apps = forAll (pkgs: {
        default = {
          type = "app";
          program = "${start pkgs}/bin/sales-pipeline";
        };
      });

      devShells = forAll (pkgs: {
        default = pkgs.mkShell {
          packages = [ pkgs.nodejs_24 pkgs.postgresql_18 pkgs.redis ];
          POSTGRES_BIN = "${pkgs.postgresql_18}/bin";
        };
      });
    };
}
