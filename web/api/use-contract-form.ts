import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
// Registers the error messages that forms show.
import '#contract/fields.ts';
import type { AnswerOf, BodyInputOf, BodyOf, Endpoint, ParamsInputOf } from '#contract/endpoint.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import type { CallInput } from './call.ts';
import { useCall } from './mutations.ts';
import type { QueryNoun } from './queries.ts';
import {
  type ContractForm,
  type FormOptions,
  type SchemaForm,
  type SendingOptions,
  useCheckedForm,
} from './use-checked-form.ts';

type Check<Values extends FieldValues, Checked> =
  | { readonly schema: z.ZodType<Checked, Values>; readonly resolver?: undefined }
  | { readonly resolver: Resolver<Values, unknown, Checked>; readonly schema?: undefined };

/** Shows only field errors. `send` or `onFailed` must report other failures. */
export function useSchemaForm<Values extends FieldValues, Checked, Answer>(
  options: FormOptions<Values> & Check<Values, Checked> & SendingOptions<Checked, Answer>,
): SchemaForm<Values, Checked, Answer> {
  const { schema, resolver, ...rest } = options;
  return useCheckedForm<Values, Checked, Answer>({
    ...rest,
    resolver: resolver ?? (zodResolver(schema as never) as unknown as Resolver<Values, unknown, Checked>),
  });
}

interface CallOptions<E extends Endpoint, Values extends FieldValues, Checked>
  extends FormOptions<Values>,
    Omit<SendingOptions<Checked, AnswerOf<E>>, 'send'> {
  readonly endpoint: E;
  readonly params?: ParamsInputOf<E> | undefined;
  readonly invalidates?: readonly QueryNoun[] | undefined;
  readonly quiet?: boolean | undefined;
  readonly saved?: string | ((answer: AnswerOf<E>, checked: Checked) => string) | undefined;
}

type BodyValues<E extends Endpoint> = BodyInputOf<E> & FieldValues;

export function useContractForm<E extends Endpoint>(
  options: CallOptions<E, BodyValues<E>, BodyOf<E>> & {
    readonly schema?: undefined;
    readonly toBody?: ((checked: BodyOf<E>) => BodyInputOf<E>) | undefined;
  },
): ContractForm<BodyValues<E>, BodyOf<E>>;
export function useContractForm<E extends Endpoint, Values extends FieldValues, Checked>(
  options: CallOptions<E, Values, Checked> & {
    readonly schema: z.ZodType<Checked, Values>;
    readonly toBody: (checked: Checked) => BodyInputOf<E>;
  },
): ContractForm<Values, Checked>;
export function useContractForm<E extends Endpoint, Values extends FieldValues, Checked>(
  options: CallOptions<E, Values, Checked> & {
    readonly schema?: z.ZodType<Checked, Values> | undefined;
    readonly toBody?: ((checked: Checked) => BodyInputOf<E>) | undefined;
  },
): ContractForm<Values, Checked> {
  const { endpoint, invalidates = [], quiet = false, saved, onSaved } = options;
  const save = useCall(endpoint, { invalidates, quiet });
  return useSchemaForm<Values, Checked, AnswerOf<E>>({
    ...options,
    schema: options.schema ?? (endpoint.body as unknown as z.ZodType<Checked, Values>),
    send: (checked) => {
      const body = options.toBody?.(checked) ?? checked;
      return save.mutateAsync({ params: options.params, body } as unknown as CallInput<E>);
    },
    onSaved: async (answer, checked) => {
      await onSaved?.(answer, checked);
      if (saved !== undefined) showToast(typeof saved === 'string' ? saved : saved(answer, checked));
    },
  });
}

/** Adopts other people's changes unless the form has unsaved input. `saved` must have a constant length. */
export function useOthersSaves(saved: readonly unknown[], isDirty: boolean, adopt: () => void): void {
  const adoptClean = useEffectEvent(() => {
    if (!isDirty) adopt();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of what is saved are the dependencies
  useEffect(() => adoptClean(), saved);
}

export function changedFields<Values extends object>(before: Values, wanted: Values): Partial<Values> {
  const entries = Object.entries(wanted) as [keyof Values, unknown][];
  const changed = entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed) as Partial<Values>;
}
