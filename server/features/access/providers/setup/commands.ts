import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { addProvider, editProvider, testProvider } from '#contract/providers.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { issuerFaults, providerMessages } from '#domain/messages/providers.ts';
import { issuerFault, type ProviderKind, providersMax } from '#domain/providers.ts';
import type { Context } from '#server/context.ts';
import { selectValue } from '#server/db/select-value.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { AppError, forbidden, invalid, notFound, refused } from '#server/errors.ts';
import {
  fetchRulesOf,
  findProvider,
  type ProviderRow,
  providerSealing,
  redirectAddressOf,
  settingsOf,
} from '#server/features/access/providers/queries.ts';
import { auditAccount } from '#server/features/core/audit/commands.ts';
import * as client from '#server/integrations/oidc/provider-client.ts';

type Given = BodyOf<typeof editProvider>;

interface Acting {
  readonly byUserId: string;
  readonly id: string;
}

export async function addNewProvider(
  context: Context,
  byUserId: string,
  { id, ...given }: BodyOf<typeof addProvider>,
): Promise<void> {
  refuseIssuer(given);
  await save(context, { byUserId, id }, { given, isNew: true });
}

export async function changeProvider(context: Context, who: Acting, given: Given): Promise<void> {
  refuseIssuer(given);
  const present = await findProvider(context.db, who.id);
  if (present === null) throw notFound();
  refuseSecretForAnother(present, given);
  await save(context, who, { given, isNew: false });
}

function refuseIssuer({ kind, issuer }: { readonly kind: ProviderKind; readonly issuer: string }): void {
  const fault = issuerFault(kind, issuer);
  if (fault !== null) throw invalid({ issuer: issuerFaults[fault] });
}

/** The stored secret may only be sent to the provider for which it was entered. */
function refuseSecretForAnother(present: ProviderRow, given: Pick<Given, 'issuer' | 'client_id' | 'secret'>): void {
  const isSame = present.issuer === given.issuer && present.client_id === given.client_id;
  if (given.secret === '' && !isSame) throw invalid({ secret: providerMessages.secretWanted });
}

async function save(
  context: Context,
  { byUserId, id }: Acting,
  { given, isNew }: { readonly given: Given; readonly isNew: boolean },
): Promise<void> {
  const { kind, name, issuer, client_id: clientId, secret, hosted_domain: domain, scope } = given;
  const counts = given.counts_as_two_factors;
  const sealed = secret === '' ? null : context.secrets.seal(providerSealing, secret);
  await acting(context, byUserId, {
    action: isNew ? 'provider.added' : 'provider.changed',
    detail: { provider: id, name, issuer, counts_as_two_factors: counts },
    outcome: sql<string>`
      gate.save_provider(${byUserId}::uuid, ${id}::uuid, ${isNew}, ${kind}, ${name}, ${issuer}, ${clientId}, ${sealed}::bytea,
        ${domain === '' ? null : domain}, ${scope}, ${counts}, ${providersMax}::int, ${context.clock.now()})`,
  });
}

export async function setProviderOff(context: Context, { byUserId, id }: Acting, isOff: boolean): Promise<void> {
  await acting(context, byUserId, {
    action: isOff ? 'provider.switched-off' : 'provider.switched-on',
    detail: { provider: id },
    outcome: sql<string>`gate.switch_provider(${byUserId}::uuid, ${id}::uuid, ${isOff}, ${context.clock.now()})`,
  });
}

export async function removeProvider(context: Context, { byUserId, id }: Acting): Promise<void> {
  await acting(context, byUserId, {
    action: 'provider.removed',
    detail: { provider: id },
    outcome: sql<string>`gate.remove_provider(${byUserId}::uuid, ${id}::uuid)`,
  });
}

async function acting(
  context: Context,
  byUserId: string,
  act: {
    readonly action: string;
    readonly detail: Readonly<Record<string, string | boolean>>;
    readonly outcome: RawBuilder<string>;
  },
): Promise<void> {
  await withUserScope(context, byUserId, async (scope) => {
    refuseOutcome(await selectValue(scope.tx, act.outcome));
    await auditAccount(scope, { action: act.action, byUserId, detail: act.detail });
  });
}

function refuseOutcome(outcome: string): void {
  if (outcome === 'done') return;
  if (outcome === 'many') throw refused(providerMessages.providersMost(providersMax));
  if (outcome === 'required') throw refused(providerMessages.isRequired);
  if (outcome === 'taken') throw new AppError('conflict');
  if (outcome === 'missing') throw notFound();
  throw forbidden();
}

export async function askProvider(
  context: Context,
  id: string,
  given: BodyOf<typeof testProvider>,
): Promise<readonly client.Finding[]> {
  refuseIssuer(given);
  const present = await findProvider(context.db, id);
  if (present !== null) refuseSecretForAnother(present, given);
  else if (given.secret === '') throw invalid({ secret: validationMessages.required });
  const clientSecret =
    given.secret === '' && present !== null ? settingsOf(context, present).clientSecret : given.secret;
  return client.testProvider({
    rules: fetchRulesOf(context.config),
    issuer: given.issuer,
    clientId: given.client_id,
    clientSecret,
    redirectAddress: redirectAddressOf(context.config, id),
    hostedDomain: given.hosted_domain === '' ? null : given.hosted_domain,
    scope: given.scope,
  });
}
