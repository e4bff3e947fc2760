import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Whether the whole form is right; marks what is not and goes to the first of it. Checked as a submit, so that a complaint goes as soon as
 * it is answered and not when its field is left: the page would move under the pointer that presses the next button.
 */
export async function checkForm<Fields extends FieldValues>(
  form: Pick<UseFormReturn<Fields>, 'handleSubmit'>,
): Promise<boolean> {
  let isRight = false;
  await form.handleSubmit(() => {
    isRight = true;
  })();
  return isRight;
}
