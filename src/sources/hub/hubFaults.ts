/** What can go wrong with a hub, in words for people: what happened, and what to do next. Hosts only, never a whole URL. */
import { SourceFault } from '../../coordinator/ports.ts';
import type { HubOptions } from './hubOptions.ts';

const again = 'It is asked again by itself.';
const file = '.signalbox/config.json';

type Words = readonly [happened: (host: string) => string, next: string];

const unreachable: Words = [
  (host) => `${host} can't be reached`,
  `See that the hub runs and this machine is online. ${again}`,
];
const unnamed: Words = [
  (host) => `there is no host ${host}, or this machine is offline`,
  `See to the network, or correct url in ${file}. ${again}`,
];
const silent: Words = [
  (host) => `${host} does not answer`,
  `See that the hub runs and no firewall is in the way. ${again}`,
];
const broken: Words = [
  (host) => `${host} closed the connection in the middle`,
  `Look at the log of the hub if it lasts. ${again}`,
];
const untrusted: Words = [
  (host) => `the certificate of ${host} is not trusted`,
  'Have it renewed; or, for an authority of your own, name its file in NODE_EXTRA_CA_CERTS and start again.',
];
const noTls: Words = [
  (host) => `no TLS connection to ${host} could be made`,
  `Correct url in ${file}: is it https, and the port right? Else see to the TLS of the hub.`,
];
const noHttp: Words = [
  (host) => `what answers at ${host} is no HTTP that can be read`,
  `Correct url in ${file}: is the port right, and http or https?`,
];
const packed: Words = [
  (host) => `the packed answer of ${host} is damaged`,
  `Correct the gzip of the hub, or of what is between. ${again}`,
];
const proxy: Words = [
  () => 'the proxy of HTTP_PROXY or HTTPS_PROXY can not be used, or refuses',
  'Correct that variable and start again, or name the host of the hub in NO_PROXY.',
];

const byCode: Readonly<Record<string, Words>> = {
  ECONNREFUSED: unreachable,
  ENETUNREACH: unreachable,
  EHOSTUNREACH: unreachable,
  ENETDOWN: unreachable,
  EADDRNOTAVAIL: unreachable,
  ENOTFOUND: unnamed,
  EAI_AGAIN: unnamed,
  ETIMEDOUT: silent,
  UND_ERR_CONNECT_TIMEOUT: silent,
  ECONNRESET: broken,
  EPIPE: broken,
  UND_ERR_SOCKET: broken,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: broken,
  UND_ERR_HEADERS_OVERFLOW: noHttp,
  UND_ERR_ABORTED: proxy,
  UND_ERR_INVALID_ARG: proxy,
  ERR_INVALID_URL: proxy,
  EPROTO: noTls,
  Z_DATA_ERROR: packed,
  Z_BUF_ERROR: packed,
};

const families: readonly (readonly [begins: string, Words])[] = [
  ['HPE_', noHttp],
  ['ERR_SSL_', noTls],
  ['ERR_TLS_', untrusted],
  ['CERT_', untrusted],
  ['CRL_', untrusted],
  ['UNABLE_TO_', untrusted],
  ['DEPTH_ZERO_', untrusted],
  ['SELF_SIGNED_', untrusted],
  ['HOSTNAME_', untrusted],
];

/** A request that brought no whole answer. */
export function connectionFault(host: string, error: unknown): SourceFault {
  const code = codeOf(error);
  const words = byCode[code] ?? families.find(([begins]) => code.startsWith(begins))?.[1] ?? unreachable;
  return new SourceFault(`${words[0](host)} (${code})`, words[1], { cause: error });
}

/** Of the error, or of what caused it. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code;
  return error.cause === undefined ? error.name : codeOf(error.cause);
}

/** An answer with another status than those that are asked for. */
export function statusFault(host: string, status: number, options: HubOptions): SourceFault {
  const fault = (happened: string, next: string) =>
    new SourceFault(`${host} ${happened} (${String(status)})`, next);
  if (status === 401) return unauthorized(host, options);
  if (status === 403) {
    return fault('refuses access', 'Ask who runs the hub for the right to read tasks and write receipts.');
  }
  if (status === 404 || status === 410) {
    return fault(
      'has no hub at that address',
      `Correct url in ${file}: Signalbox adds /v1/snapshot and /v1/receipts.`,
    );
  }
  if (status === 408 || status === 429 || status >= 500) {
    return fault("can't answer now", `Look at the log of the hub if it lasts. ${again}`);
  }
  return fault('gave an answer that no hub gives', 'Compare the hub with docs/hub.md.');
}

function unauthorized(host: string, { tokenEnv, tokenFile }: HubOptions): SourceFault {
  const happened = (what: string) => `${host} ${what} (401)`;
  if (tokenFile !== undefined) {
    const next = `Put the token that holds now into ${tokenFile}; it is read each time.`;
    return new SourceFault(happened('does not take the token'), next);
  }
  if (tokenEnv !== undefined) {
    const next = `Set ${tokenEnv} to the token that holds now where VS Code or signalbox serve is started, and start again.`;
    return new SourceFault(happened('does not take the token'), next);
  }
  const next = `Give the source a tokenFile or a tokenEnv in ${file}.`;
  return new SourceFault(happened('wants a token'), next);
}

export const tooLargeFault = (host: string, mebibytes: number): SourceFault =>
  new SourceFault(
    `${host} answered more than ${String(mebibytes)} MiB`,
    'Let the hub leave out tasks that are done long ago, and the bodies of messages.',
  );

export const encodingFault = (host: string): SourceFault =>
  new SourceFault(
    `${host} packed its answer otherwise than by gzip`,
    'Let the hub, or what is before it, follow Accept-Encoding.',
  );

/** @param type of Content-Type */
export const notJsonFault = (host: string, type: string | null, cause: unknown): SourceFault => {
  const what = /^[\w.+/-]{1,80}/.exec(type ?? '')?.[0];
  return new SourceFault(
    `${host} did not answer JSON${what === undefined ? '' : `, but said it is ${what}`}`,
    `Is url in ${file} right, or does a login page or a proxy answer in place of the hub?`,
    { cause },
  );
};

export const shapeFault = (host: string, problem: string, cause: unknown): SourceFault =>
  new SourceFault(
    `what ${host} says is not as agreed: ${problem}`,
    'Correct the hub; docs/hub.md has the shapes.',
    {
      cause,
    },
  );

export const waitingFault = (host: string, until: number, status: number): SourceFault =>
  new SourceFault(
    `${host} asked to be left alone until ${new Date(until).toISOString()} (${String(status)})`,
    'Wait; then it is asked again by itself.',
  );

export const endedFault = (host: string): SourceFault =>
  new SourceFault(`${host} is asked no more: the configuration has changed`, 'Wait for the next tick.');
