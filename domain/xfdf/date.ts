/**
 * A PDF date (ISO 32000-1, 7.9.4) of an instant, in the writer's own offset.
 *
 * @param epochMilliseconds the instant
 * @param offsetMinutes minutes east of Greenwich
 */
export function writePdfDate(epochMilliseconds: number, offsetMinutes: number): string {
  const local = new Date(epochMilliseconds + offsetMinutes * 60_000).toISOString();
  const digits = local.slice(0, 19).replaceAll(/\D/g, '');
  if (offsetMinutes === 0) return `D:${digits}Z`;
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `D:${digits}${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}'${two(minutes % 60)}'`;
}

const pdfDate = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([-+])(\d{2})(?:'?(\d{2}))?'?)?/;

/** Epoch milliseconds of a PDF date; undefined when it is none. A date without an offset is read as Greenwich. */
export function readPdfDate(text: string | undefined): number | undefined {
  const parts = text === undefined ? null : pdfDate.exec(text);
  if (!parts) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', , sign, hours, minutes] = parts;
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(local)) return undefined;
  const offset = sign ? (Number(hours) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1) : 0;
  return local - offset * 60_000;
}
