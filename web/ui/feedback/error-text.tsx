import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import fieldStyles from '#web/ui/fields/field.module.css';
import { Icon } from '#web/ui/icon.tsx';

export function ErrorText({ id, children }: { readonly id?: string | undefined; readonly children: ReactNode }) {
  return (
    <p className={fieldStyles['field-error']} role="alert" id={id}>
      <Icon of={CircleAlert} />
      <span>{children}</span>
    </p>
  );
}
