import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { requiredText } from '#contract/fields.ts';
import {
  addProvider,
  beginProviderTest,
  editProvider,
  type ProviderFinding,
  type SiteProvider,
  testProvider,
} from '#contract/providers.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { kindNames } from '#domain/messages/providers.ts';
import {
  entraIssuer,
  googleIssuer,
  keycloakIssuer,
  type ProviderKind,
  partsOfIssuer,
  providerKinds,
  scopeUsual,
} from '#domain/providers.ts';
import type { CallError } from '#web/api/call-error.ts';
import { useCall } from '#web/api/mutations.ts';
import { type SchemaForm, showFieldErrors } from '#web/api/use-checked-form.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton, CopyStatus, useCopying } from '#web/ui/actions/copy-button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { News } from '#web/ui/feedback/news.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormField, FormPassword, FormText } from '#web/ui/fields/form-field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import styles from './site.module.css';

interface ProviderDialogProps {
  readonly id: string;
  readonly redirectAddress: string;
  readonly provider: SiteProvider | null;
  readonly onClose: () => void;
}

const fields = z.object({
  kind: z.enum(providerKinds),
  name: requiredText(40),
  tenant: z.string(),
  host: z.string(),
  realm: z.string(),
  issuer: z.string(),
  client_id: requiredText(300),
  secret: z.string(),
  hosted_domain: z.string(),
  scope: z.string(),
  counts_as_two_factors: z.boolean(),
});
type Typed = z.output<typeof fields>;

interface IssuerField {
  readonly name: 'tenant' | 'hosted_domain' | 'host' | 'realm' | 'issuer';
  readonly label: string;
  readonly isRequired?: boolean;
  readonly description?: string;
}

/** Errors of the issuer are shown at the last field. */
const issuerFields: Readonly<Record<ProviderKind, readonly IssuerField[]>> = {
  entra: [
    {
      name: 'tenant',
      label: 'Directory (tenant) ID',
      isRequired: true,
      description: 'Shown on your tenant’s overview page in Entra.',
    },
  ],
  google: [
    {
      name: 'hosted_domain',
      label: 'Your organisation’s domain',
      description: 'Only accounts in this domain can sign in. Leave empty to allow any Google account.',
    },
  ],
  keycloak: [
    { name: 'host', label: 'Keycloak address', isRequired: true, description: 'https://id.example.org' },
    { name: 'realm', label: 'Realm', isRequired: true },
  ],
  other: [
    {
      name: 'issuer',
      label: 'Issuer',
      isRequired: true,
      description: 'Enter it exactly as the provider shows it.',
    },
  ],
};

const schema = fields.superRefine((typed, { addIssue }) => {
  for (const { name, isRequired } of issuerFields[typed.kind]) {
    if (isRequired && typed[name].trim() === '')
      addIssue({ code: 'custom', path: [name], message: validationMessages.required });
  }
});

export function ProviderDialog({ id, redirectAddress, provider, onClose }: ProviderDialogProps) {
  const { form, fieldOf } = useProviderForm({ id, provider, onClose });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const [failure, setFailure] = useState<string | null>(null);
  // Shows failures in this dialog, because the error dialog suggests reloading, which would lose the input.
  const test = useCall(testProvider, {
    quiet: true,
    onError: (error) => {
      showFieldErrors(error, form.setError, fieldOf);
      if (error.status !== 'cancelled' && Object.keys(error.fields).length === 0) setFailure(failureText(error));
    },
  });
  const signIn = useCall(beginProviderTest, { onSuccess: ({ url }) => window.location.assign(url) });
  const runTest = async (): Promise<void> => {
    setFailure(null);
    if (await form.check()) test.mutate({ params: { id }, body: askedOf(form.getValues()) });
  };
  return (
    <FormDialog
      scrolls
      title={provider === null ? 'Add a sign-in provider' : `Edit ${provider.name}`}
      submitLabel={provider === null ? 'Add' : 'Save'}
      form={form}
      onClose={onClose}
      actionsStart={
        <Button isPending={test.isPending} onPress={() => void runTest()}>
          Test
        </Button>
      }
    >
      <RedirectAddress address={redirectAddress} />
      <FormSelect
        form={form}
        name="kind"
        label="Provider"
        options={providerKinds.map((value) => ({ value, label: kindNames[value] }))}
      />
      <FormText form={form} name="name" label="Name on the button" isRequired description="Sign in with …" />
      {issuerFields[kind].map((field) => (
        <FormText key={field.name} form={form} {...field} />
      ))}
      <FormText form={form} name="client_id" label="Client ID" isRequired />
      <FormPassword
        form={form}
        name="secret"
        label="Client secret"
        // Keeps the browser from filling in the admin's own password.
        autoComplete="new-password"
        description={provider === null ? undefined : 'Leave empty to keep the current one.'}
      />
      <FormText
        form={form}
        name="scope"
        label="Scope"
        description="Include “email” so that people see which account they are connecting. If the provider rejects it, enter only “openid”."
      />
      <FormField form={form} name="counts_as_two_factors">
        {(field) => (
          <Checkbox description="Select this only if the provider asks everybody for a second factor." {...field}>
            Counts as two factors
          </Checkbox>
        )}
      </FormField>
      {failure !== null && <ErrorText>{failure}</ErrorText>}
      {test.data !== undefined && (
        <Findings key={test.submittedAt} findings={test.data.findings}>
          {provider === null || form.isDirty ? (
            <p>{provider === null ? 'Add' : 'Save'} the provider, then test a complete sign-in here.</p>
          ) : (
            <Button
              size="s"
              isPending={signIn.isPending || signIn.isSuccess}
              onPress={() => signIn.mutate({ params: { id } })}
            >
              Test a complete sign-in
            </Button>
          )}
        </Findings>
      )}
    </FormDialog>
  );
}

const failureText = ({ status, message }: CallError): string =>
  status === 200
    ? message
    : 'The server did not respond, so the test could not be completed. Try again. Nothing you typed has been lost.';

function useProviderForm({ id, provider, onClose }: Omit<ProviderDialogProps, 'redirectAddress'>) {
  const kind = provider?.kind ?? 'entra';
  const { first, second } = partsOfIssuer(kind, provider?.issuer ?? '');
  const add = useCall(addProvider, { invalidates: ['providers'] });
  const edit = useCall(editProvider, { invalidates: ['providers'] });
  const fieldOf = (field: string): string =>
    field === 'issuer' ? (issuerFields[form.getValues('kind')].at(-1)?.name ?? field) : field;
  const form: SchemaForm<Typed, Typed, unknown> = useSchemaForm<Typed, Typed, unknown>({
    defaults: {
      kind,
      name: provider?.name ?? '',
      tenant: kind === 'entra' ? first : '',
      host: kind === 'keycloak' ? first : '',
      realm: second,
      issuer: provider?.issuer ?? '',
      client_id: provider?.client_id ?? '',
      secret: '',
      hosted_domain: provider?.hosted_domain ?? '',
      scope: provider?.scope ?? scopeUsual,
      counts_as_two_factors: provider?.counts_as_two_factors ?? false,
    },
    schema,
    fieldOf: (field) => fieldOf(field),
    send: (typed) => {
      const body = { ...askedOf(typed), name: typed.name, counts_as_two_factors: typed.counts_as_two_factors };
      return provider === null
        ? add.mutateAsync({ body: { id, ...body } })
        : edit.mutateAsync({ params: { id }, body });
    },
    onSaved: (_answer, { name }) => {
      onClose();
      showToast(provider === null ? `${name} was added.` : `${name} was saved.`);
    },
  });
  return { form, fieldOf };
}

function askedOf({ kind, tenant, host, realm, issuer, client_id, secret, scope, hosted_domain: domain }: Typed) {
  const issuers: Readonly<Record<ProviderKind, string>> = {
    entra: entraIssuer(tenant),
    google: googleIssuer,
    keycloak: keycloakIssuer(host, realm),
    other: issuer.trim(),
  };
  const hosted = kind === 'google' ? domain : '';
  return { kind, issuer: issuers[kind], client_id, secret, scope, hosted_domain: hosted };
}

function RedirectAddress({ address }: { readonly address: string }) {
  const shown = useRef<HTMLElement>(null);
  const copying = useCopying(address, shown);
  return (
    <Stack gap="s">
      <p>Register this redirect address with the provider:</p>
      <Cluster>
        <code className={styles.address} ref={shown}>
          {address}
        </code>
        <CopyButton size="s" copying={copying} />
        <CopyStatus copying={copying} what="link" />
      </Cluster>
    </Stack>
  );
}

const findingIcons = { right: CircleCheck, wrong: CircleAlert, unknown: CircleHelp } as const;

const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

interface FindingsProps {
  readonly findings: readonly ProviderFinding[];
  readonly children: ReactNode;
}

function Findings({ findings, children }: FindingsProps) {
  return (
    <div ref={bringIntoView}>
      <Stack gap="s">
        <News className={styles.findings}>
          {findings.map(({ step, outcome, text }) => (
            <span key={step} className={styles.finding} data-outcome={outcome}>
              <Icon of={findingIcons[outcome]} size="s" />
              <span>{text}</span>
            </span>
          ))}
        </News>
        {children}
      </Stack>
    </div>
  );
}
