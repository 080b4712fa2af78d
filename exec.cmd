@rem The scripts of package.json begin with `exec`, so that signals to npm reach Node and no shell between. Windows has none.
@%*
