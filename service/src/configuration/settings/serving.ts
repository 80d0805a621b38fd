// Settings of what people and other servers reach: addresses, limits, email.
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { BadValue, count, flag, port, publicAddress, setting, text, urlOf } from '../setting.ts';

export const servingSettings = {
  port: setting('PORT', 'Port of the live service. 0: any free port.', '8080', port(8080)),
  sandboxPort: setting('SANDBOX_PORT', 'Port of the sandbox. 0: any free port.', '8081', port(8081)),
  host: setting('HOST', 'Address to listen on.', '127.0.0.1', text('127.0.0.1')),
  publicUrl: setting(
    'PUBLIC_URL',
    'Public URL of the live service. Links in emails start with it.',
    'http://HOST:PORT',
    publicAddress,
  ),
  sandboxPublicUrl: setting(
    'SANDBOX_PUBLIC_URL',
    'The same for the sandbox.',
    'http://HOST:SANDBOX_PORT',
    publicAddress,
  ),
  dataDirectory: setting(
    'DATA_DIR',
    'Folder for the embedded databases, generated secrets and the email outbox.',
    './data',
    text('./data'),
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'Proxies whose X-Forwarded-For header the service trusts: true, false, a number of hops, or addresses and ranges separated by commas.',
    'false',
    trustProxy,
  ),
  verifyLimitPerMinute: setting(
    'VERIFY_LIMIT_PER_MINUTE',
    'Maximum number of verifications per minute for each IPv4 address or IPv6 /64. An audio or video search counts as five. 0: no limit.',
    '60',
    count(60),
  ),
  accountLimitPerMinute: setting(
    'ACCOUNT_LIMIT_PER_MINUTE',
    'Maximum number of requests without credentials under /v1/auth (registrations, logins, password resets) per minute for each IPv4 address or IPv6 /64. 0: no limit.',
    '300',
    count(300),
  ),
  publicLimitPerMinute: setting(
    'PUBLIC_LIMIT_PER_MINUTE',
    'Maximum number of other requests without credentials per minute for each IPv4 address or IPv6 /64. 0: no limit.',
    '600',
    count(600),
  ),
  smtpUrl: setting(
    'SMTP_URL',
    'Mail server (smtp:// or smtps://, with user and password if needed).',
    '.eml files in DATA_DIR/outbox, and one log line with the link',
    smtpUrl,
    true,
  ),
  mailFrom: setting('MAIL_FROM', 'Sender of all emails.', 'Content Provenance <no-reply@localhost>', mailFrom),
  operatorEmail: setting(
    'OPERATOR_EMAIL',
    'Your email address as the operator. The service sends requests for another plan to it. You can also list them with `npm run operator -- plan-requests`.',
    'no email; requests are only listed',
    emailAddress,
  ),
  dnsServers: setting(
    'DNS_SERVERS',
    'DNS servers for webhooks and domain checks: IP addresses separated by commas, with a port if it is not 53 (9.9.9.9,[2620:fe::fe]:53).',
    'DNS servers of the system',
    dnsServers,
  ),
  webhookAllowPrivate: setting(
    'WEBHOOK_ALLOW_PRIVATE',
    'Lets webhooks and domain checks reach private addresses. For tests only.',
    'false',
    flag(false),
  ),
};

function dnsServers(value: string | undefined): readonly string[] {
  const servers = value?.split(',').map((each) => each.trim()) ?? [];
  const isServer = (text: string) => {
    if (isIP(text) !== 0) return true;
    const { host = '', port = '0' } = /^(?<host>\[[^\]]+\]|[^:]+):(?<port>\d{1,5})$/.exec(text)?.groups ?? {};
    return Number(port) <= 65_535 && (isIPv4(host) || (host.startsWith('[') && isIPv6(host.slice(1, -1))));
  };
  if (!servers.every(isServer)) throw new BadValue('IP addresses, with or without a port, separated by commas');
  return servers;
}

function smtpUrl(value: string | undefined): string | undefined {
  return urlOf(value, ['smtp:', 'smtps:'], 'a mail server URL that starts with smtp:// or smtps://');
}

function mailFrom(value: string | undefined): string {
  const sender = value ?? 'Content Provenance <no-reply@localhost>';
  if (!/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(sender))
    throw new BadValue('a sender such as "Name <name@example.org>"');
  return sender;
}

function emailAddress(value: string | undefined): string | undefined {
  if (value !== undefined && !/^[^\s<>@]+@[^\s<>@]+$/.test(value)) {
    throw new BadValue('an email address such as operator@example.org');
  }
  return value;
}

function trustProxy(value: string | undefined): boolean | number | string[] {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const ranges = value.split(',').map((each) => each.trim());
  if (!ranges.every((each) => /^[0-9a-fA-F:.]+(\/\d{1,3})?$/.test(each))) {
    throw new BadValue('true, false, a number of hops, or addresses and ranges separated by commas');
  }
  return ranges;
}
