import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  type UseFormSetError,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
// The sentences of everything that a form checks.
import '#contract/fields.ts';
import type { AnswerOf, BodyInputOf, BodyOf, Endpoint, ParamsInputOf } from '#contract/endpoint.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import type { CallInput } from './call.ts';
import { CallError } from './call-error.ts';
import { useCall } from './mutations.ts';
import type { QueryNoun } from './queries.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';

/** What `FormDialog` and `FormField` take, and what a page needs besides. */
export interface ContractForm<Values extends FieldValues, Checked = Values>
  extends Pick<
    UseFormReturn<Values, unknown, Checked>,
    'control' | 'getValues' | 'setValue' | 'setError' | 'clearErrors' | 'setFocus' | 'reset'
  > {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Checks and sends; what is wrong is shown at its field, and the first such field gets the focus. */
  readonly submit: () => void;
  /** Checks without sending. Returns whether everything is right. */
  readonly check: () => Promise<boolean>;
}

/** As above, for who waits for the answer. */
export interface SchemaForm<Values extends FieldValues, Checked, Answer> extends ContractForm<Values, Checked> {
  /** As `submit`. Returns null where it is not saved. */
  readonly save: () => Promise<Answer | null>;
}

interface CommonOptions<Values extends FieldValues> {
  readonly defaults: Values;
  /** The form's name of a field of the server: `closes_at` is entered as `closes_date`. */
  readonly fieldOf?: ((serverField: string) => string) | undefined;
  /**
   * Shows that there are unsaved changes, and asks before the page is left; `and-saves`: offers to save then, where
   * nothing that follows a save leads elsewhere.
   */
  readonly guardsLeaving?: boolean | 'and-saves' | undefined;
  /** A saver of its own knows what is saved: what was sent does not become what the form begins from. */
  readonly savesApart?: boolean | undefined;
}

type Check<Values extends FieldValues, Checked> =
  | { readonly schema: z.ZodType<Checked, Values>; readonly resolver?: undefined }
  | { readonly resolver: Resolver<Values, unknown, Checked>; readonly schema?: undefined };

/**
 * A form that several calls save: it creates or updates, or saves in steps. `send` makes its calls by `useCall`, which
 * reports failures; errors of fields are shown here.
 */
export function useSchemaForm<Values extends FieldValues, Checked, Answer>(
  options: CommonOptions<Values> &
    Check<Values, Checked> & {
      readonly send: (checked: Checked) => Promise<Answer>;
      readonly onSaved?: ((answer: Answer, checked: Checked) => void | Promise<void>) | undefined;
      readonly onFailed?: ((error: CallError) => void) | undefined;
    },
): SchemaForm<Values, Checked, Answer> {
  const { guardsLeaving = false, savesApart = false, schema, resolver } = options;
  const form = useForm<Values, unknown, Checked>({
    resolver: resolver ?? (zodResolver(schema as never) as unknown as Resolver<Values, unknown, Checked>),
    defaultValues: options.defaults as DefaultValues<Values>,
  });
  const { isDirty, isSubmitting } = form.formState;
  const clearUnsaved = useUnsavedChanges(
    guardsLeaving !== false && isDirty,
    guardsLeaving === 'and-saves' ? async () => (await save()) !== null : null,
  );
  // A ref, because a second press may come before the next render.
  const isSending = useRef(false);

  const send = async (checked: Checked): Promise<{ readonly answer: Answer } | null> => {
    try {
      return { answer: await options.send(checked) };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showFieldErrors(error, form.setError, options.fieldOf);
      options.onFailed?.(error);
      return null;
    }
  };
  const save = async (): Promise<Answer | null> => {
    if (isSending.current) return null;
    isSending.current = true;
    const typed = JSON.stringify(form.getValues());
    let answer: Answer | null = null;
    let saved = (): void | Promise<void> => undefined;
    try {
      await form.handleSubmit(async (checked) => {
        const sent = await send(checked);
        if (sent === null) return;
        answer = sent.answer;
        saved = () => {
          // What was typed meanwhile is not saved yet.
          if (!savesApart && JSON.stringify(form.getValues()) === typed) {
            form.reset(form.getValues());
            clearUnsaved();
          }
          return options.onSaved?.(sent.answer, checked);
        };
      })();
    } finally {
      isSending.current = false;
    }
    // After the submit has ended, so that the form begins anew.
    await saved();
    return answer;
  };
  const { control, getValues, setValue, setError, clearErrors, setFocus, reset } = form;
  return {
    ...{ control, getValues, setValue, setError, clearErrors, setFocus, reset },
    ...{ isDirty, isSaving: isSubmitting },
    submit: () => void save(),
    save,
    check: () => checkForm(form),
  };
}

interface CallOptions<E extends Endpoint, Values extends FieldValues, Checked> extends CommonOptions<Values> {
  readonly endpoint: E;
  readonly params?: ParamsInputOf<E> | undefined;
  /** Nouns to fetch again after a success. */
  readonly invalidates?: readonly QueryNoun[] | undefined;
  /** No general error: `onFailed` shows failures in place. */
  readonly quiet?: boolean | undefined;
  readonly onFailed?: ((error: CallError) => void) | undefined;
  /** In a toast. */
  readonly saved?: string | ((answer: AnswerOf<E>, checked: Checked) => string) | undefined;
  readonly onSaved?: ((answer: AnswerOf<E>, checked: Checked) => void | Promise<void>) | undefined;
}

type BodyValues<E extends Endpoint> = BodyInputOf<E> & FieldValues;

/** A form of one endpoint, checked by the contract's schema as the server checks it, and sent by `useCall`. */
export function useContractForm<E extends Endpoint>(
  options: CallOptions<E, BodyValues<E>, BodyOf<E>> & {
    readonly schema?: undefined;
    /** What is sent of it: what has changed, for example. */
    readonly toBody?: ((checked: BodyOf<E>) => BodyInputOf<E>) | undefined;
  },
): ContractForm<BodyValues<E>, BodyOf<E>>;
/** As above, for a form whose fields are not those of the body. */
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

/** Adopts what others save meanwhile; nothing typed is overwritten. `saved`: of one length, the very same until it changes. */
export function useOthersSaves(saved: readonly unknown[], isDirty: boolean, adopt: () => void): void {
  const adoptClean = useEffectEvent(() => {
    if (!isDirty) adopt();
  });
  // An effect, because saves of others come from outside.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of what is saved are the dependencies
  useEffect(() => adoptClean(), saved);
}

/** The fields of `wanted` that differ from `before`. */
export function changedFields<Values extends object>(before: Values, wanted: Values): Partial<Values> {
  const entries = Object.entries(wanted) as [keyof Values, unknown][];
  const changed = entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed) as Partial<Values>;
}

/** Shows the sentences of a 422 at their fields; the first of them gets the focus. */
export function showFieldErrors<Values extends FieldValues>(
  error: CallError,
  setError: UseFormSetError<Values>,
  fieldOf: (serverField: string) => string = (name) => name,
): void {
  Object.entries(error.fields).forEach(([name, message], index) => {
    setError(fieldOf(name) as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
}

/**
 * Returns whether the whole form is right; shows what is not and focuses the first such field. Checked as a submit, so that an error
 * goes while its field is corrected: gone on leaving it, the page would move under the pointer that presses the next button.
 */
async function checkForm<Values extends FieldValues, Checked>(
  form: Pick<UseFormReturn<Values, unknown, Checked>, 'handleSubmit'>,
): Promise<boolean> {
  let isRight = false;
  await form.handleSubmit(() => {
    isRight = true;
  })();
  return isRight;
}
