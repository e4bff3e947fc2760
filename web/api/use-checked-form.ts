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

/** What every form takes, whatever checks it. */
export interface FormOptions<Values extends FieldValues> {
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

/** How a form is sent, and what follows. */
export interface SendingOptions<Checked, Answer> {
  readonly send: (checked: Checked) => Promise<Answer>;
  readonly onSaved?: ((answer: Answer, checked: Checked) => void | Promise<void>) | undefined;
  readonly onFailed?: ((error: CallError) => void) | undefined;
  /** False where the answer is that somebody else was faster: what was typed is not saved. */
  readonly isKept?: ((answer: Answer) => boolean) | undefined;
}

/**
 * A form whose rules need no schema: what checks schemas is large, and the login must come quickly. Others take
 * `useSchemaForm` or `useContractForm`.
 */
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
          const isKept = options.isKept?.(sent.answer) ?? true;
          if (!savesApart && isKept && JSON.stringify(form.getValues()) === typed) {
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
