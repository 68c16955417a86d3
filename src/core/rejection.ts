/** Why a command was refused: a code, a sentence, and the next step (protocol, errors). Never an epoch, never a gate's text. */
export const rejectionKinds = [
  'invalid_params',
  'not_found',
  'busy',
  'conflict',
  'forbidden',
  'gated',
  'expired',
  'invalid_state',
  'gone',
] as const;
export type RejectionKind = (typeof rejectionKinds)[number];

export interface Rejection {
  readonly kind: RejectionKind;
  readonly message: string;
  /** What to do next, one sentence. */
  readonly next: string;
  /** Facts needed to act: state, holder's name, gate, field. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}

export const reject = (
  kind: RejectionKind,
  message: string,
  next: string,
  facts: Rejection['facts'] = {},
): Rejection => ({ kind, message, next, facts });
