import assert from 'node:assert/strict';
import { connectionFault } from '../../src/sources/hub/hubFaults.ts';
import { redirectTarget } from '../../src/sources/hub/redirects.ts';
import { retryAfter } from '../../src/sources/hub/retryAfter.ts';

describe('Retry-After of a hub', () => {
  const now = Date.UTC(2030, 0, 1);
  for (const [header, at] of [
    [null, null],
    ['5', now + 5_000],
    ['0', null],
    ['-5', null],
    ['1e3', null],
    ['soon', null],
    ['Tue, 01 Jan 2030 00:00:30 GMT', now + 30_000],
    ['Mon, 31 Dec 2029 23:59:59 GMT', null],
    ['99999999999999999999', now + 3_600_000],
    ['Fri, 01 Jan 2100 00:00:00 GMT', now + 3_600_000],
  ] as const) {
    it(`${header ?? 'none'}: ${at === null ? 'no time' : `${(at - now) / 1000} s`}`, () => {
      assert.equal(retryAfter(header, now), at);
    });
  }
});

describe('a redirect of a hub', () => {
  const https = new URL('https://hub.example/v1/snapshot');
  const http = new URL('http://hub.example/v1/snapshot');

  it('C21: may lead from http to https on the same host, and to another path', () => {
    assert.equal(redirectTarget(http, 'https://hub.example/x').href, 'https://hub.example/x');
    assert.equal(redirectTarget(https, '../x').href, 'https://hub.example/x');
    assert.equal(redirectTarget(https, 'https://HUB.example:443/x').href, 'https://hub.example/x');
  });

  it('C21: may not lead to http, another host or port, another protocol, nowhere', () => {
    for (const location of [
      ...['http://hub.example/', 'https://hub.example:444/', 'https://evil.example/', '//evil.example/'],
      ...['file:///etc/passwd', 'https://hub.example.evil.example/', 'https://', null],
      ...['https://me@hub.example/', 'http://hub.example:443/'],
    ]) {
      assert.throws(() => redirectTarget(https, location), /redirects to /, String(location));
    }
  });
});

describe('what kept a hub from answering', () => {
  const faultOf = (code: string) => connectionFault('hub.example', Object.assign(new Error('x'), { code }));

  for (const [code, message, next] of [
    ['CERT_HAS_EXPIRED', 'the certificate of hub.example is not trusted', /NODE_EXTRA_CA_CERTS/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of hub.example is not trusted', /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the certificate of hub.example is not trusted', /renewed/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of hub.example is not trusted', /renewed/],
    ['EHOSTUNREACH', "hub.example can't be reached", /online/],
    ['UND_ERR_CONNECT_TIMEOUT', 'hub.example does not answer', /firewall/],
    ['HPE_INVALID_CONSTANT', 'what answers at hub.example is no HTTP that can be read', /port/],
    ['UND_ERR_ABORTED', 'the proxy of HTTP_PROXY or HTTPS_PROXY can not be used, or refuses', /NO_PROXY/],
    ['ENEW', "hub.example can't be reached", /online/],
  ] as const) {
    it(`${code} in plain words`, () => {
      const fault = faultOf(code);
      assert.equal(fault.message, `${message} (${code})`);
      assert.match(fault.next, next);
    });
  }

  it('is looked for in what caused the error, and named as it is where it has no code', () => {
    const cause = Object.assign(new Error('x'), { code: 'ECONNRESET' });
    assert.match(connectionFault('h', new Error('x', { cause })).message, /in the middle \(ECONNRESET\)$/);
    assert.match(connectionFault('h', new TypeError('x')).message, /\(TypeError\)$/);
    assert.match(connectionFault('h', 'x').message, /\(unknown\)$/);
  });
});
