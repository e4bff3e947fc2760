import { linkKindOf } from '#domain/links.ts';
import { validationMessages } from '#domain/messages.ts';
import { publicWebAddress } from '#domain/web-address.ts';
import { invalid } from '#server/errors.ts';

/** What a link's row says of its address. Addresses of private networks are refused. */
export function linkColumns(url: string) {
  const address = publicWebAddress(url);
  if (address === null) throw invalid({ url: validationMessages.url });
  return { link_url: address, mime_type: linkKindOf(address) };
}
