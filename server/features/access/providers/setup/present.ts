import type { ProviderFinding, SiteProvider } from '#contract/providers.ts';
import {
  addressFailures,
  otherIssuerText,
  rejectedScopeText,
  testTexts,
  unsupportedSigningText,
} from '#domain/messages/providers.ts';
import type { Config } from '#server/config.ts';
import { type ProviderRow, redirectAddressOf } from '#server/features/access/providers/queries.ts';
import type { Finding } from '#server/integrations/oidc/provider-client.ts';

export type SiteProviderRow = Omit<ProviderRow, 'sealed_secret'> & {
  readonly counts_as_two_factors: boolean;
  readonly connections: number;
  readonly required_by: number;
};

export const presentProvider = (config: Pick<Config, 'appUrl'>, row: SiteProviderRow): SiteProvider => ({
  // Each column is named, because a provider's row also has a secret.
  id: row.id,
  kind: row.kind,
  name: row.name,
  issuer: row.issuer,
  client_id: row.client_id,
  hosted_domain: row.hosted_domain ?? '',
  scope: row.scope,
  counts_as_two_factors: row.counts_as_two_factors,
  is_off: row.is_off,
  connections: row.connections,
  required_by: row.required_by,
  redirect_address: redirectAddressOf(config, row.id),
});

export const presentFinding = (finding: Finding): ProviderFinding => ({
  step: finding.step,
  outcome: finding.outcome,
  text: textOf(finding),
});

const saying = { issuer: otherIssuerText, signing: unsupportedSigningText, scope: rejectedScopeText } as const;

function textOf(finding: Finding): string {
  if ('failure' in finding) return addressFailures[finding.failure];
  if ('says' in finding) return saying[finding.step](finding.says);
  return testTexts[finding.step][finding.outcome];
}
