import { useMutation } from '@tanstack/react-query';
import { CircleQuestionMark, CircleX, ShieldCheck } from 'lucide-react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { verifySeal } from '#contract/signatures.ts';
import { formatDocumentTime, zoneAbbreviation } from '#domain/dates.ts';
import { signatureTitles } from '#domain/messages/general.ts';
import { verifyLabels } from '#domain/messages/signatures.ts';
import { fingerprintText, sealIdIn } from '#domain/signatures.ts';
import { isolated } from '#domain/text.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Wordmark } from '#web/ui/brand/mark.tsx';
import { DropZone } from '#web/ui/feedback/drop-zone.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import styles from './signatures.module.css';

interface Checked {
  readonly name: string;
  readonly sha256: string;
  readonly answer: AnswerOf<typeof verifySeal>;
}

class NotPdf extends Error {}

/** Sends only the fingerprint and the seal's number, so that the file stays on the device. */
async function check(file: File): Promise<Checked> {
  const bytes = await file.arrayBuffer();
  const text = new TextDecoder('latin1').decode(bytes);
  if (!text.slice(0, 1_024).includes('%PDF-')) throw new NotPdf();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const answer = await call(verifySeal, { body: { sha256, seal_id: sealIdIn(text) } });
  return { name: file.name, sha256, answer };
}

/** /verify. Works without signing in. */
export function VerifyPage() {
  const { user } = useStart();
  const checking = useMutation<Checked, Error, File>({ meta: { quiet: true }, mutationFn: check });
  return (
    <div className="screen-wide">
      <header className={styles.head}>
        <Wordmark height={20} />
        {user === null && (
          <LinkButton size="s" href={paths.login()}>
            Log In
          </LinkButton>
        )}
      </header>
      <Page>
        <div className={styles.verify}>
          <div>
            <PageHead title={signatureTitles.verify} lede={verifyLabels.lede} />
            <DropZone
              browseLabel="choose a file"
              accept={['application/pdf']}
              multiple={false}
              onFiles={([file]) => file !== undefined && checking.mutate(file)}
            >
              {verifyLabels.drop}, or
            </DropZone>
          </div>
          <div aria-live="polite">
            {checking.isPending && <Spinner label="Checking" />}
            {checking.error !== null && <ErrorText>{problemOf(checking.error)}</ErrorText>}
            {checking.data !== undefined && !checking.isPending && <Verdict checked={checking.data} />}
          </div>
        </div>
      </Page>
    </div>
  );
}

function problemOf(error: Error): string {
  if (error instanceof NotPdf) return verifyLabels.notPdf;
  return error instanceof CallError ? verifyLabels.notAnswered : verifyLabels.unreadable;
}

const icons = { sealed: ShieldCheck, changed: CircleX, unknown: CircleQuestionMark } as const;

function Verdict({ checked: { name, sha256, answer } }: { readonly checked: Checked }) {
  return (
    <section className={styles.card}>
      <div className={styles.verdict} data-verdict={answer.result}>
        <Icon of={icons[answer.result]} size="l" />
        <Stack gap="s">
          <h2>{sentenceOf(answer)}</h2>
          {answer.result === 'sealed' && (
            <>
              <p>Signed by:</p>
              <ul>
                {answer.signers.map((signer) => (
                  <li key={`${signer.name} ${signer.capacity}`}>
                    {isolated(signer.name)}
                    {signer.capacity !== '' && `, ${isolated(signer.capacity)}`}
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className="meta">
            {isolated(name)}
            <br />
            SHA-256 <span className={styles.fingerprint}>{fingerprintText(sha256)}</span>
          </p>
        </Stack>
      </div>
    </section>
  );
}

function sentenceOf(answer: Checked['answer']): string {
  if (answer.result === 'changed') return verifyLabels.changed;
  if (answer.result === 'unknown') return verifyLabels.unknown;
  const { board, time_zone: zone, sealed_at: at } = answer;
  return verifyLabels.sealed(board, `${formatDocumentTime(at, zone)} ${zoneAbbreviation(at, zone)}`);
}
