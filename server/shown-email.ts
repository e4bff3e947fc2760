import { domainToUnicode } from 'node:url';

export function shownEmail<Email extends string | null>(email: Email): Email {
  const domain = email?.split('@').at(-1) ?? '';
  if (email === null || !/(^|\.)xn--/i.test(domain)) return email;
  return `${email.slice(0, -domain.length)}${domainToUnicode(domain) || domain}` as Email;
}
