/** Raised when an older client could no longer understand the answers; both sides refuse another one (see hello.ts). */
export const PROTOCOL_VERSION = 1;
