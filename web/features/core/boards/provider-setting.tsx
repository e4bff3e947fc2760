import { useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type BoardProvider, getBoardProvider, setBoardProvider } from '#contract/providers.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { FormRadioGroup, FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';

interface ProviderSettingProps {
  readonly onChange: () => Promise<void>;
}

export function ProviderSetting({ onChange }: ProviderSettingProps) {
  const { data } = useQuery({ ...queryFor(getBoardProvider), throwOnError: false });
  const [isChanging, setChanging] = useState(false);
  if (data === undefined || (data.providers.length === 0 && data.provider === null)) return null;
  return (
    <>
      <Setting
        icon={LogIn}
        title="Sign-in provider"
        meta={metaOf(data)}
        action={
          <Button size="s" aria-label="Change sign-in provider" onPress={() => setChanging(true)}>
            Change
          </Button>
        }
      />
      {isChanging && <ProviderForm present={data} onChange={onChange} onClose={() => setChanging(false)} />}
    </>
  );
}

function metaOf({ provider, required }: BoardProvider): string {
  if (provider === null) return 'None. Members choose how they sign in.';
  const off = provider.is_off ? ' It is currently switched off.' : '';
  if (!required) return `${provider.name} is offered first on this board’s login page.${off}`;
  return `Members must sign in with ${provider.name}. Admins may also sign in with a passkey or a code.${off}`;
}

const none = 'none';
const schema = z.object({ provider: z.string(), use: z.enum(['offer', 'require']) });
const uses = [
  {
    value: 'offer',
    label: 'Offer it',
    description: 'It is offered first on this board’s login page. Members may also sign in another way.',
  },
  {
    value: 'require',
    label: 'Require it',
    description:
      'Members must sign in with it to open the board. Admins may also use a passkey or a code. Links in messages and calendars are not affected.',
  },
] as const;

interface ProviderFormProps extends ProviderSettingProps {
  readonly present: AnswerOf<typeof getBoardProvider>;
  readonly onClose: () => void;
}

function ProviderForm({ present: { provider, required, providers }, onChange, onClose }: ProviderFormProps) {
  const change = useCall(setBoardProvider, { invalidates: ['providers'] });
  const form = useSchemaForm({
    defaults: { provider: provider?.id ?? none, use: required ? ('require' as const) : ('offer' as const) },
    resolver: (typed) => ({ values: schema.parse(typed), errors: {} }),
    send: (typed) =>
      change.mutateAsync({
        body: {
          provider_id: typed.provider === none ? null : typed.provider,
          required: typed.provider !== none && typed.use === 'require',
        },
      }),
    onSaved: async (saved) => {
      onClose();
      showToast(metaOf(saved));
      await onChange();
    },
  });
  const chosen = useWatch({ control: form.control, name: 'provider' });
  const isOffToo = provider !== null && !providers.some(({ id }) => id === provider.id);
  const choices = [...providers, ...(isOffToo ? [provider] : [])];
  return (
    <FormDialog title="Sign-in provider for this board" submitLabel="Save" form={form} onClose={onClose}>
      <FormSelect
        form={form}
        name="provider"
        label="Provider"
        options={[{ value: none, label: 'None' }, ...choices.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      {chosen !== none && <FormRadioGroup form={form} name="use" label="How this board uses it" options={uses} />}
    </FormDialog>
  );
}
