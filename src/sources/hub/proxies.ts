/** The usual variables, also in capitals: a proxy for http and one for https (without it, the former), and who goes without. */
export const proxiesOf = (env: NodeJS.ProcessEnv) => ({
  httpProxy: env['http_proxy'] ?? env['HTTP_PROXY'] ?? '',
  httpsProxy: env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '',
  noProxy: env['no_proxy'] ?? env['NO_PROXY'] ?? '',
  // Only TLS needs a tunnel; many proxies refuse one to port 80.
  proxyTunnel: false,
});
