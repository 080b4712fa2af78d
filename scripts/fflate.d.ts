/** The part of fflate 0.7 in use, because the package doesn't declare where its types are. */
declare module "fflate" {
  export const zipSync: (
    files: Readonly<Record<string, Uint8Array>>,
    options?: { readonly level?: number; readonly mtime?: Date }
  ) => Uint8Array
  export const unzipSync: (zip: Uint8Array) => Record<string, Uint8Array>
}
