import { type ReactNode, useId } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { TopBarActions } from './top-bar-actions.tsx';

interface PageFormProps {
  readonly form: { readonly submit: () => void; readonly isSaving: boolean };
  readonly onDiscard?: (() => void) | null | undefined;
  readonly submitLabel: string;
  readonly label?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function PageForm({ form, onDiscard, submitLabel, label, className, children }: PageFormProps) {
  const id = useId();
  return (
    <>
      <TopBarActions>
        {onDiscard && <Button onPress={onDiscard}>Discard</Button>}
        <Button variant="primary" type="submit" form={id} isPending={form.isSaving}>
          {submitLabel}
        </Button>
      </TopBarActions>
      <form
        id={id}
        noValidate
        aria-label={label}
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        {children}
      </form>
    </>
  );
}
