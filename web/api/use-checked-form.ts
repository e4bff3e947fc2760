import { useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  type UseFormSetError,
  useForm,
} from 'react-hook-form';
import { CallError } from './call-error.ts';
import { reportFailure } from './general-error.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';

export interface ContractForm<Values extends FieldValues, Checked = Values>
  extends Pick<
    UseFormReturn<Values, unknown, Checked>,
    'control' | 'getValues' | 'setValue' | 'setError' | 'clearErrors' | 'setFocus' | 'reset'
  > {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly submit: () => void;
  readonly check: () => Promise<boolean>;
}

export interface SchemaForm<Values extends FieldValues, Checked, Answer> extends ContractForm<Values, Checked> {
  readonly save: () => Promise<Answer | null>;
}

export interface FormOptions<Values extends FieldValues> {
  readonly defaults: Values;
  readonly fieldOf?: ((serverField: string) => string) | undefined;
  /** 'and-saves' also offers to save before leaving. Do not use it for forms that navigate after saving. */
  readonly guardsLeaving?: boolean | 'and-saves' | undefined;
  readonly savesApart?: boolean | undefined;
}

export interface SendingOptions<Checked, Answer> {
  readonly send: (checked: Checked) => Promise<Answer>;
  readonly onSaved?: ((answer: Answer, checked: Checked) => void | Promise<void>) | undefined;
  readonly onFailed?: ((error: CallError) => void) | undefined;
  readonly isKept?: ((answer: Answer) => boolean) | undefined;
}

/** Takes a resolver instead of a schema, because schemas are large and the login page must load quickly. */
export function useCheckedForm<Values extends FieldValues, Checked, Answer>(
  options: FormOptions<Values> &
    SendingOptions<Checked, Answer> & { readonly resolver: Resolver<Values, unknown, Checked> },
): SchemaForm<Values, Checked, Answer> {
  const { guardsLeaving = false, savesApart = false } = options;
  const form = useForm<Values, unknown, Checked>({
    resolver: options.resolver,
    defaultValues: options.defaults as DefaultValues<Values>,
  });
  const { isDirty, isSubmitting } = form.formState;
  const clearUnsaved = useUnsavedChanges(
    guardsLeaving !== false && isDirty,
    guardsLeaving === 'and-saves' ? async () => (await save()) !== null : null,
  );
  // Uses a ref, because a second click may come before the next render.
  const isSending = useRef(false);

  const save = async (): Promise<Answer | null> => {
    if (isSending.current) return null;
    isSending.current = true;
    const typed = JSON.stringify(form.getValues());
    const sent: { readonly answer: Answer; readonly checked: Checked }[] = [];
    try {
      await form.handleSubmit(async (checked) => {
        try {
          sent.push({ answer: await options.send(checked), checked });
        } catch (error) {
          if (!(error instanceof CallError)) {
            reportFailure(error);
            return;
          }
          showFieldErrors(error, form.setError, options.fieldOf);
          options.onFailed?.(error);
        }
      })();
    } finally {
      isSending.current = false;
    }
    const [saved] = sent;
    if (saved === undefined) return null;
    const { answer, checked } = saved;
    const isKept = options.isKept?.(answer) ?? true;
    // Keeps input that the user typed during the request, because it is still unsaved. Runs after `handleSubmit` has
    // ended, because it resets the form.
    if (!savesApart && isKept && JSON.stringify(form.getValues()) === typed) {
      form.reset(form.getValues());
      clearUnsaved();
    }
    await options.onSaved?.(answer, checked);
    return answer;
  };
  return {
    ...form,
    isDirty,
    isSaving: isSubmitting,
    submit: () => void save(),
    save,
    // Errors that disappeared on blur would move the page while the pointer presses the next button, so the form is
    // checked only on submit.
    async check() {
      let isRight = false;
      await form.handleSubmit(() => {
        isRight = true;
      })();
      return isRight;
    },
  };
}

export function showFieldErrors<Values extends FieldValues>(
  error: CallError,
  setError: UseFormSetError<Values>,
  fieldOf: (serverField: string) => string = (name) => name,
): void {
  Object.entries(error.fields).forEach(([name, message], index) => {
    setError(fieldOf(name) as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
}
