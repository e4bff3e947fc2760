import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Download, PenLine, Users } from 'lucide-react';
import { useState } from 'react';
import { downloadReceipt, downloadResolution, getResolution, type WrittenResolution } from '#contract/resolutions.ts';
import { formatListDate } from '#domain/dates.ts';
import { resolutionTitles, signatureTitles } from '#domain/messages/general.ts';
import { resolutionLabels } from '#domain/messages/resolutions.ts';
import { type BallotChoice, ballotChoices } from '#domain/motions.ts';
import { bodyNameOf } from '#domain/resolution-labels.ts';
import { deadlineText } from '#domain/resolutions.ts';
import { endpointAddress, pageBoard } from '#web/api/call.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { DocumentOverlay } from '#web/features/papers/reading/document-overlay.tsx';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Columns, Page, PageToolbar, pageTitleId } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { LateBallot, Tally } from './ballot-parts.tsx';
import { MinutesLinks } from './minutes-links.tsx';
import motionStyles from './motions.module.css';
import { ResolutionBallot } from './resolution-ballot.tsx';
import { ObjectDialog, ResolutionDesk } from './resolution-desk.tsx';
import { answeredText, endedText, leftText, missedQuorumText, rulesText, unansweredText } from './resolution-labels.ts';
import { ResolutionPapers } from './resolution-papers.tsx';
import styles from './resolutions.module.css';
import { Seats } from './seats.tsx';

export function ResolutionPage() {
  const { id } = useParams({ from: '/shell/board/resolutions/$id' });
  const { resolution } = useSuspenseQuery(queryFor(getResolution, { params: { id } })).data;
  const { state } = resolution;
  usePageTitle(resolution.title);
  return (
    <Page>
      <PageToolbar
        keepsButtons
        crumbs={
          <Breadcrumbs
            items={[
              { label: resolutionTitles.list, href: paths.resolutions() },
              { label: resolution.number ?? resolutionLabels.states[state] },
            ]}
          />
        }
      >
        <ResolutionTools resolution={resolution} />
      </PageToolbar>
      <Columns
        lead={<OwnBallot resolution={resolution} />}
        leadAtEdge
        asideLabel="Progress"
        aside={<Aside resolution={resolution} />}
      >
        <Words resolution={resolution} />
        <ResolutionPapers resolution={resolution} />
        {resolution.counts !== null && <Result resolution={resolution} counts={resolution.counts} />}
      </Columns>
      <DocumentOverlay listed={new Set(resolution.documents.map((document) => document.id))} />
    </Page>
  );
}

function ResolutionTools({ resolution }: { readonly resolution: WrittenResolution }) {
  const board = pageBoard();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {resolution.has_pdf && (
        <LinkButton
          size="s"
          icon={Download}
          href={endpointAddress(downloadResolution, { params: { id: resolution.id }, query: { board } })}
        >
          PDF
        </LinkButton>
      )}
      {resolution.has_pdf && (
        <LinkButton size="s" icon={PenLine} href={paths.signatures({ kind: 'resolution', id: resolution.id })}>
          {signatureTitles.list}
        </LinkButton>
      )}
      {resolution.own.choice !== null && (
        <LinkButton
          size="s"
          icon={Download}
          href={endpointAddress(downloadReceipt, { params: { id: resolution.id }, query: { board } })}
        >
          Receipt, PDF
        </LinkButton>
      )}
      {resolution.can.object && (
        <Button size="s" icon={Users} onPress={() => setAsking(true)}>
          {resolutionLabels.askForMeeting}
        </Button>
      )}
      {isAsking && <ObjectDialog resolution={resolution} onClose={() => setAsking(false)} />}
    </>
  );
}

function Words({ resolution }: { readonly resolution: WrittenResolution }) {
  const timeZone = useTimeZone();
  const { circulated_at: at, circulated_by: by, round, recused, minutes_of: approves } = resolution;
  const circulated = at === null ? '' : `, circulated${round > 1 ? ' again' : ''} on ${formatListDate(at, timeZone)}`;
  const left = leftText(resolution);
  return (
    <article aria-labelledby={pageTitleId}>
      <p className={styles.kicker}>
        Written resolution{circulated}
        {resolution.body.name === '' ? '' : `, ${bodyNameOf(resolution.body)}`}
      </p>
      <h1 className={styles.headline} id={pageTitleId}>
        {resolution.title}
      </h1>
      <Paragraphs text={resolution.text} />
      {approves !== null && (
        <p className={styles.approves}>
          <MinutesLinks meetingId={approves.id} title={approves.title} />
        </p>
      )}
      <p className={styles.by}>
        {by !== null
          ? `Circulated by ${by}.`
          : resolution.created_by !== null && `Drafted by ${resolution.created_by}.`}
        {recused !== null && recused.length > 0 && ` Recused: ${recused.map(({ name }) => name).join(', ')}.`}
      </p>
      {left !== null && <p className={styles.by}>{left}</p>}
      <Ended resolution={resolution} />
    </article>
  );
}

/** Matches a paragraph that starts with a number or letter, such as '2.', '3)', '(a)' or 'iv.'. */
const numbered = /^\s*(\(?(?:\d{1,3}|[a-z]|[ivx]{2,4})[.)])\s+(\S.*)$/;

function Paragraphs({ text }: { readonly text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    <div className={styles.words}>
      {lines.map((line, index) => {
        const [, number, words] = numbered.exec(line) ?? [];
        const key = `${index} ${line}`;
        if (number === undefined) return <p key={key}>{line}</p>;
        return (
          <p key={key} className={styles.numbered}>
            <span className={styles['paragraph-number']}>{number} </span>
            <span>{words}</span>
          </p>
        );
      })}
    </div>
  );
}

function Ended({ resolution }: { readonly resolution: WrittenResolution }) {
  const timeZone = useTimeZone();
  const text = endedText(resolution, timeZone);
  if (text === null) return null;
  return (
    <div className={styles.result}>
      <Notice tone="info">{text}</Notice>
    </div>
  );
}

interface ResultProps {
  readonly resolution: WrittenResolution;
  readonly counts: NonNullable<WrittenResolution['counts']>;
}

function Result({ resolution, counts }: ResultProps) {
  const timeZone = useTimeZone();
  const { state, number, decided_at: at, missed_quorum: missed } = resolution;
  const unanswered = unansweredText(resolution);
  return (
    <div className={styles.result}>
      <Section
        title={state === 'passed' ? resolutionLabels.states.passed : resolutionLabels.states['not-passed']}
        aside={number ?? undefined}
      >
        {at !== null && <p className={styles.note}>{deadlineText(at, timeZone)}</p>}
        <div className={motionStyles.tally}>
          {ballotChoices.map((choice) => (
            <Tally key={choice} choice={choice} count={counts[choice]} names={namesOf(resolution, choice)} />
          ))}
        </div>
        {missed !== null && <p className={motionStyles['result-foot']}>{missedQuorumText(missed)}</p>}
        {unanswered !== null && <p className={motionStyles['result-foot']}>{unanswered}</p>}
      </Section>
    </div>
  );
}

const namesOf = ({ ballots }: WrittenResolution, choice: BallotChoice) =>
  (ballots ?? [])
    .filter((ballot) => ballot.choice === choice)
    .map(({ member_id: id, name, reason }) => ({ id, name, note: reason === '' ? null : reason }));

function OwnBallot({ resolution }: { readonly resolution: WrittenResolution }) {
  const [refusal, refuse] = useState<string | null>(null);
  if (resolution.can.vote) return <ResolutionBallot resolution={resolution} onRefused={refuse} />;
  return refusal === null ? null : <LateBallot onDismiss={() => refuse(null)}>{refusal}</LateBallot>;
}

function Aside({ resolution }: { readonly resolution: WrittenResolution }) {
  const { state, can } = resolution;
  const isOpen = state === 'circulating';
  return (
    <>
      {isOpen && resolution.own.is_recused && <p className={styles.note}>You are recused from this resolution.</p>}
      {isOpen && (
        <Section title="Progress" aside={`${resolution.received} of ${resolution.eligible}`}>
          <Seats {...resolution} />
          <p className={styles.note}>
            {answeredText(resolution)} {rulesText(resolution)}
          </p>
        </Section>
      )}
      <ResolutionDesk resolution={resolution} />
      {can.object && (
        <Section title="Prefer a meeting?">
          <p className={styles.note}>Any voting member can ask for a meeting. {resolutionLabels.askingEnds}</p>
        </Section>
      )}
    </>
  );
}
