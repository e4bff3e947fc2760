import { Mail, Pencil, Scale } from 'lucide-react';
import { useId } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getPerson } from '#contract/people.ts';
import { useStart } from '#web/api/start.ts';
import { ProfileValues } from '#web/features/members/profile/profile-values.tsx';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { FactsRow } from '#web/ui/rows/facts-list.tsx';
import { PaperDevices } from './paper-devices.tsx';
import styles from './person.module.css';
import { PersonActs } from './person-acts.tsx';

interface PersonProfileProps {
  readonly answer: AnswerOf<typeof getPerson>;
  readonly onClose: () => void;
}

export function PersonProfile({ answer, onClose }: PersonProfileProps) {
  const ids = useId();
  const { person, can, values } = answer;
  const position = values.filter((value) => value.filled_by === 'admin');
  const profile = values.filter((value) => value.filled_by === 'member');
  const groups = person.groups.map((group) => (group.is_group_admin ? `${group.name} (group admin)` : group.name));
  const { user } = useStart();
  const isOwn = user?.slug === person.slug;
  const isBoardAdmin = user?.boardInfo?.is_board_admin === true;
  const hasFoot = person.email !== null || can.edit;
  return (
    <>
      <div className={styles.body}>
        {person.status === 'inactive' && <p className="muted">{person.name} is no longer active on this board.</p>}
        {person.status === 'invited' && <p className="muted">{person.name} is invited and has not joined yet.</p>}
        {position.length + groups.length > 0 && (
          <section aria-labelledby={`${ids}-position`}>
            <h3 className={styles.title} id={`${ids}-position`}>
              Position
            </h3>
            <ProfileValues
              values={position}
              after={groups.length > 0 && <FactsRow term="Groups">{groups.join(', ')}</FactsRow>}
            />
          </section>
        )}
        {(person.email !== null || profile.length > 0) && (
          <section aria-labelledby={`${ids}-profile`}>
            <h3 className={styles.title} id={`${ids}-profile`}>
              Profile
            </h3>
            <ProfileValues
              values={profile}
              before={
                person.email !== null && (
                  <FactsRow term="Email">
                    <TextLink href={`mailto:${person.email}`}>{person.email}</TextLink>
                  </FactsRow>
                )
              }
            />
          </section>
        )}
        {isBoardAdmin && <PaperDevices memberId={person.id} />}
      </div>
      {hasFoot && (
        <footer className={styles.foot}>
          <PersonActs answer={answer} onRemoved={onClose} />
          {person.email !== null && (
            <LinkButton variant="quiet" icon={Mail} href={`mailto:${person.email}`}>
              Write an email
            </LinkButton>
          )}
          {isOwn && (
            <LinkButton variant="quiet" icon={Scale} href={paths.interests()}>
              Interests
            </LinkButton>
          )}
          {can.edit && (
            <LinkButton icon={Pencil} href={paths.personEdit(person.slug)}>
              Edit
            </LinkButton>
          )}
        </footer>
      )}
    </>
  );
}
