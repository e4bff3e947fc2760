import { Fragment } from 'react';
import { downloadMinutes, type Minutes } from '#contract/meeting-minutes.ts';
import { formatDocumentTime, formatListDate } from '#domain/dates.ts';
import { isWithheld } from '#domain/meeting-minutes.ts';
import { signatureTitles } from '#domain/messages/general.ts';
import { endpointAddress, pageBoard } from '#web/api/call.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './minutes.module.css';
import { circulatedText, decisionText, minutesTexts, sectionName, versionText } from './minutes-labels.ts';

const shownMax = 5;

export function MinutesProgress({ minutes }: { readonly minutes: Minutes }) {
  const timeZone = useTimeZone();
  const { comments_until: until, sections, state } = minutes;
  const edits = sections
    .flatMap((section) =>
      isWithheld(section) || section.changed_at === null
        ? []
        : [{ id: section.id, at: section.changed_at, by: section.changed_by, name: sectionName(section) }],
    )
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, shownMax);
  return (
    <Section
      title={state === 'draft' ? 'Draft' : 'Circulated'}
      aside={
        until === null ? undefined : <Badge tone="caution">Until {formatListDate(`${until}T12:00:00Z`, 'UTC')}</Badge>
      }
    >
      <p className={styles['progress-note']}>
        {circulatedText(minutes, timeZone)} <DecisionOn minutes={minutes} />
      </p>
      {minutes.can.write && edits.length > 0 && (
        <ol className={styles.history}>
          {edits.map(({ id, at, by, name }) => (
            <li key={id}>
              <time dateTime={at}>{formatDocumentTime(at, timeZone)}</time>
              <span>
                {by === null ? '' : `${by}, `}
                {name}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function DecisionOn({ minutes }: { readonly minutes: Pick<Minutes, 'decision' | 'meeting'> }) {
  const timeZone = useTimeZone();
  const { decision, meeting } = minutes;
  if (decision?.kind === 'signatures') {
    return (
      <>
        {decisionText(minutes, timeZone)}{' '}
        <TextLink href={paths.signatures({ kind: 'minutes', id: meeting.id })}>{signatureTitles.list}</TextLink>
      </>
    );
  }
  const resolutionId = decision?.kind === 'written' ? decision.resolution_id : null;
  if (resolutionId === null) return decisionText(minutes, timeZone);
  return (
    <>
      {minutesTexts.approvedBy}{' '}
      <TextLink href={paths.resolution(resolutionId)}>{minutesTexts.writtenResolution}</TextLink>.
    </>
  );
}

export function MinutesHistory({ minutes }: { readonly minutes: Minutes }) {
  const timeZone = useTimeZone();
  const { begun_at: begun, begun_by: by, versions, approval } = minutes;
  return (
    <Section title="History of these minutes">
      <dl className={styles.deeds}>
        <div>
          <dt>{formatListDate(begun, timeZone)}</dt>
          <dd>Draft{by === null ? '' : `, by ${by}`}</dd>
        </div>
        {versions.map((each) => (
          <div key={each.version}>
            <dt>{formatListDate(each.at, timeZone)}</dt>
            <dd>{versionText(each)}</dd>
          </div>
        ))}
        {approval !== null && (
          <div>
            <dt>{formatListDate(approval.at, timeZone)}</dt>
            <dd>
              {approval.kind === 'signatures' ? 'Approved by signature' : 'Approved'}
              {approval.number !== null && (
                <>
                  {' by '}
                  <TextLink
                    href={
                      approval.resolution_id === null
                        ? paths.resolutions({ words: approval.number })
                        : paths.resolution(approval.resolution_id)
                    }
                  >
                    {approval.number}
                  </TextLink>
                </>
              )}
            </dd>
          </div>
        )}
      </dl>
      <EarlierVersions minutes={minutes} />
    </Section>
  );
}

function EarlierVersions({ minutes }: { readonly minutes: Minutes }) {
  const earlier = minutes.versions.filter(({ version }) => version < minutes.version);
  if (earlier.length === 0) return null;
  return (
    <p className="meta">
      {minutesTexts.earlierVersions}{' '}
      {earlier.map(({ version }, nth) => (
        <Fragment key={version}>
          {nth > 0 && ', '}
          <TextLink
            href={endpointAddress(downloadMinutes, {
              params: { id: minutes.meeting.id },
              query: { board: pageBoard(), version },
            })}
          >
            {version}
          </TextLink>
        </Fragment>
      ))}
    </p>
  );
}

export function DecidedInThem({ minutes }: { readonly minutes: Minutes }) {
  const carried = minutes.sections.flatMap((section) =>
    isWithheld(section)
      ? []
      : section.events.flatMap((event) =>
          event.kind === 'motion'
            ? event.votes.flatMap(({ id, number }) => (number === null ? [] : [{ id, number, text: event.text }]))
            : [],
        ),
  );
  if (carried.length === 0) return null;
  return (
    <Section title="Decisions in these minutes">
      <ul className={styles.decided}>
        {carried.map(({ id, number, text }) => (
          <li key={id}>
            <strong>{number}</strong> {text}
          </li>
        ))}
      </ul>
    </Section>
  );
}
