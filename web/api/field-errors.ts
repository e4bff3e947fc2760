import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type { CallError } from './call-error.ts';

/** Puts the sentences of a 422 under their fields; the first of them gets the focus. */
export function markFields<Fields extends FieldValues>(error: CallError, setError: UseFormSetError<Fields>): void {
  Object.entries(error.fields).forEach(([name, message], index) => {
    setError(name as Path<Fields>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
}
