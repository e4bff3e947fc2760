import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import {
  listSignatureRequests,
  requestSignatures,
  type SignatureRequest,
  type SignatureSubject,
} from '#contract/signatures.ts';
import { formatDate, formatHeadingDay, isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { signatureTitles } from '#domain/messages/general.ts';
import { signatureLabels } from '#domain/messages/signatures.ts';
import { daysToSign, type SignatureKind } from '#domain/signatures.ts';
import { isolated } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { SignersField } from '#web/features/deciding/deciding/signers-field.tsx';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { CompactRow, Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
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

interface RequestDialogProps {
  readonly subject: SignatureSubject;
  readonly about: AnswerOf<typeof listSignatureRequests>;
  readonly onClose: () => void;
}

function RequestDialog({ subject, about, onClose }: RequestDialogProps) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const today = isoDate(new Date(), useTimeZone());
  const form = useContractForm({
    endpoint: requestSignatures,
    defaults: { subject, signers: [], last_day: dayAfter(today, daysToSign.usual), note: '' },
    invalidates: ['signatures', 'waiting'],
    quiet: true,
    onFailed: (error) => setProblem(error.message),
    saved: 'Signatures requested',
    onSaved: ({ request }) => {
      onClose();
      void navigate({ href: paths.sign(request.id) });
    },
  });
  return (
    <FormDialog
      title={`${signatureLabels.request}: ${isolated(about.title)}`}
      submitLabel="Request"
      size="m"
      scrolls
      form={form}
      onClose={onClose}
    >
      <FormField form={form} name="signers">
        {(field) => <SignersField members={about.candidates} {...field} />}
      </FormField>
      <FormField form={form} name="last_day">
        {(field) => (
          <DateField label="Sign by" min={today} max={dayAfter(today, daysToSign.max)} today={today} {...field} />
        )}
      </FormField>
      <FormText form={form} name="note" label="Note for the email" />
      {problem !== null && <ErrorText>{problem}</ErrorText>}
    </FormDialog>
  );
}
