import { useSuspenseQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { getFirstSteps, hideFirstSteps } from '#contract/timeline.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { HelpLink } from '#web/shell/help-link.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Card } from '#web/ui/layout.tsx';
import styles from './dashboard.module.css';

const steps = [
  { name: 'people', title: 'Invite the members of your board', href: paths.personCreateSeveral() },
  { name: 'groups', title: 'Create committees, if you have any', href: paths.adminGroups() },
  { name: 'papers', title: 'Upload past papers to the library', href: paths.library() },
  { name: 'meeting', title: 'Create and publish the first meeting', href: paths.meetingCreate() },
] as const;

export function FirstSteps() {
  const { data } = useSuspenseQuery(queryFor(getFirstSteps));
  const hide = useCall(hideFirstSteps, { invalidates: ['timeline'] });
  const { done } = data;
  if (done === null) return null;
  return (
    <div className={styles.steps}>
      <Card label="First steps">
        <h2 className={styles['steps-title']}>First steps</h2>
        <ul className={styles['steps-list']}>
          {steps.map(({ name, title, href }) => (
            <li key={name} className={styles.step}>
              <Icon of={done[name] ? CircleCheck : Circle} />
              <TextLink href={href}>{title}</TextLink>
              {done[name] && <span className="meta">Done</span>}
            </li>
          ))}
        </ul>
        <div className={styles['steps-foot']}>
          <HelpLink chapter="secretaries" heading="set-up-a-board-in-an-hour" />
          <Button size="s" variant="quiet" isPending={hide.isPending} onPress={() => hide.mutate({})}>
            Hide these steps
          </Button>
        </div>
      </Card>
    </div>
  );
}
