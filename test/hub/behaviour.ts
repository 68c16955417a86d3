import type { ServerResponse } from 'node:http';

/** An answer of a test's own, in place of the hub's. */
export interface OwnAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** By name; each may be typed into `test/hub/main.ts`. */
export const behaviours = [
  /** By the contract. */
  'good',
  /** Takes the request and never answers. */
  'silent',
  /** Closes the connection. */
  'hangUp',
  /** Answers 503. */
  'failing',
  /** Answers JSON of another shape. */
  'wrong',
  /** Acknowledges each receipt twice, and one that it was never sent. */
  'duplicate',
  /** Takes and acknowledges only the first half of the receipts. */
  'partial',
  /** Stores receipts, then hangs up, so that they are sent again. */
  'forgetful',
] as const;

export type Behaviour = (typeof behaviours)[number] | OwnAnswer;

/** Behaviours that need no look at the request. False: this is none of them. */
export function misbehave(behaviour: Behaviour, response: ServerResponse): boolean {
  if (typeof behaviour === 'object') {
    response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
    return true;
  }
  switch (behaviour) {
    case 'silent':
      return true;
    case 'hangUp':
      response.destroy();
      return true;
    case 'failing':
      response.writeHead(503).end();
      return true;
    case 'wrong':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"tasks": [{"id": 1}]}');
      return true;
    case 'good':
    case 'duplicate':
    case 'partial':
    case 'forgetful':
      return false;
  }
}
