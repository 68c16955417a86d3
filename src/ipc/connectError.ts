import { ProtocolError } from '../protocol/errors.ts';
import { isErrno } from './isErrno.ts';

/** Why no connection came about: a sandbox, or nobody there. */
export function connectError(error: Error): ProtocolError {
  if (isErrno(error, 'EPERM', 'EACCES')) {
    return new ProtocolError(
      'sandboxed',
      'a sandbox refuses the connection to the coordinator',
      "Allow Unix sockets in the agent's sandbox, or use Signalbox through MCP or hooks.",
      { cause: error },
    );
  }
  return new ProtocolError(
    'unavailable',
    'no coordinator answers',
    'Open the folder in VS Code, or run `signalbox serve`.',
    { cause: error, facts: { refused: isErrno(error, 'ECONNREFUSED', 'ENOENT') } },
  );
}
