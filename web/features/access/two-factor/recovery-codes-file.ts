/** What a downloaded list of recovery codes says; lines end as every editor reads them. */
export function recoveryCodesFile(of: {
  readonly appName: string;
  readonly email: string;
  readonly codes: readonly string[];
}): string {
  const lines = [`${of.appName} recovery codes of ${of.email}`, 'Each works once.', '', ...of.codes, ''];
  return lines.join('\r\n');
}
