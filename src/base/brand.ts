declare const brand: unique symbol;

/** A string that only its own maker may pass as a `Name`: a lease id can't be given where a task id is wanted. */
export type Brand<Name extends string> = string & { readonly [brand]: Name };
