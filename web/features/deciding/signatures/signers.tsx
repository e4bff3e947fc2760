import type { SignatureRequest, Signer } from '#contract/signatures.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { methodText, signatureLabels } from '#domain/messages/signatures.ts';
import { isolated } from '#domain/text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';

export function StateBadge({ request: { state } }: { readonly request: Pick<SignatureRequest, 'state'> }) {
  const tone = state === 'open' ? 'caution' : state === 'complete' ? 'positive' : 'negative';
  return <Badge tone={tone}>{signatureLabels.states[state]}</Badge>;
}

export function Signers({ request }: { readonly request: SignatureRequest }) {
  const { signers } = request;
  const signed = signers.filter(({ signed_at: at }) => at !== null).length;
  return (
    <Section title="Signers" aside={`${signed} of ${signers.length}`}>
      <Rows>
        {signers.map((signer) => (
          <SignerLine key={signer.member_id} signer={signer} state={request.state} />
        ))}
      </Rows>
    </Section>
  );
}

function SignerLine({ signer, state }: { readonly signer: Signer; readonly state: SignatureRequest['state'] }) {
  const timeZone = useTimeZone();
  const { signed_at: at, method } = signer;
  const how =
    at === null || method === null
      ? null
      : `${formatDocumentTime(at, timeZone)}, ${methodText(method, isolated(signer.method_name))}`;
  const meta = [signer.is_self && 'You', isolated(signer.capacity), how].filter(Boolean).join('. ');
  return (
    <PersonLine
      person={{ id: signer.member_id, name: signer.name || 'A member' }}
      {...(meta === '' ? {} : { meta })}
      end={
        at !== null ? (
          <Badge tone="positive">Signed</Badge>
        ) : (
          state === 'open' &&
          (signer.is_self ? <Badge tone="board">Your turn</Badge> : <span className="meta">Waiting</span>)
        )
      }
    />
  );
}
