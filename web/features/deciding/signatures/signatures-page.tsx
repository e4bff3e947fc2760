import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { listSignatureRequests, type SignatureRequest, type SignatureSubject } from '#contract/signatures.ts';
import { formatDate, formatHeadingDay } from '#domain/dates.ts';
import { signatureTitles } from '#domain/messages/general.ts';
import { signatureLabels } from '#domain/messages/signatures.ts';
import type { SignatureKind } from '#domain/signatures.ts';
import { isolated } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { CompactRow, Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { StateBadge } from './signers.tsx';

export function SignaturesPage() {
  const { kind, id } = useParams({ from: '/shell/board/signatures/$kind/$id' });
  const subject: SignatureSubject = { kind: kind as SignatureKind, id };
  const about = useSuspenseQuery(queryFor(listSignatureRequests, { query: subject })).data;
  const { requests, can } = about;
  const title = isolated(about.title);
  const [isAsking, setAsking] = useState(false);
  usePageTitle(`${signatureTitles.list}, ${title}`);
  const canAsk =
    can.request &&
    !requests.some(({ state, sealed_at: at }) => state === 'open' || (state === 'complete' && at === null));
  const ask = canAsk && (
    <Button variant="primary" icon={PenLine} onPress={() => setAsking(true)}>
      {signatureLabels.request}
    </Button>
  );
  return (
    <Page>
      <PageHead title={title} lede={signatureTitles.list} actions={requests.length > 0 && ask} />
      {requests.length === 0 ? (
        <EmptyState
          title={signatureLabels.none}
          text={can.request ? signatureLabels.noneText : signatureLabels.noneToSign}
          seats={[4]}
          action={ask || undefined}
        />
      ) : (
        <Section title={signatureLabels.requests}>
          <Rows>
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </Rows>
        </Section>
      )}
      {isAsking && <RequestDialog subject={subject} about={about} onClose={() => setAsking(false)} />}
    </Page>
  );
}

function RequestRow({ request }: { readonly request: SignatureRequest }) {
  const timeZone = useTimeZone();
  const signed = request.signers.filter(({ signed_at: at }) => at !== null).length;
  return (
    <CompactRow
      href={paths.sign(request.id)}
      title={`Requested${request.requested_by === '' ? '' : ` by ${isolated(request.requested_by)}`} on ${formatDate(request.requested_at, timeZone)}`}
      meta={
        <>
          <StateBadge request={request} /> {signatureLabels.progress(signed, request.signers.length)}
          {request.state === 'open' && `, until ${formatHeadingDay(request.last_day)}`}
        </>
      }
    />
  );
}
