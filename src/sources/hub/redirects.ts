import { SourceFault } from '../../coordinator/ports.ts';

export const MAX_REDIRECTS = 3;

/** 301 to 303 turn a POST into a GET, so a POST follows only those that keep it one. */
const followed: Record<'GET' | 'POST', readonly number[]> = {
  GET: [301, 302, 303, 307, 308],
  POST: [307, 308],
};

export const isRedirect = (method: 'GET' | 'POST', status: number): boolean =>
  followed[method].includes(status);

/**
 * Where a redirect leads, if the token may go there: the same host and port, or from http to https on the same host.
 * @throws SourceFault that names no more than the host
 */
export function redirectTarget(from: URL, location: string | null): URL {
  const next =
    'Write the address that the hub has now into url in .signalbox/config.json, and confirm the change.';
  if (location === null || !URL.canParse(location, from.href)) {
    throw new SourceFault(`${from.host} redirects to nowhere`, 'Correct the hub, or the url of the source.');
  }
  const to = new URL(location, from.href);
  if (to.username !== '' || to.password !== '') {
    throw new SourceFault(`${from.host} redirects to a URL with a user name or password`, next);
  }
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname;
  if (to.origin === from.origin || isUpgrade) return to;
  const isDowngrade = from.protocol === 'https:' && to.protocol === 'http:' && to.hostname === from.hostname;
  const where = isDowngrade ? 'http, without TLS' : to.host || to.protocol;
  throw new SourceFault(`${from.host} redirects to ${where}, where its token must not go`, next);
}

export const tooManyRedirects = (host: string): SourceFault =>
  new SourceFault(
    `${host} redirects more than ${String(MAX_REDIRECTS)} times`,
    'Correct the hub, or write the address that it has now into url in .signalbox/config.json.',
  );
