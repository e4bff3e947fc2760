import { linkedText } from '#domain/linked-text.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';

interface LinkedTextProps {
  readonly text: string;
  readonly className?: string | undefined;
}

/** Plain text as it was typed, its web addresses to be followed. The other side learns nothing of this page. */
export function LinkedText({ text, className }: LinkedTextProps) {
  let at = 0;
  return (
    <p className={className}>
      {linkedText(text).map((part) => {
        const key = at;
        at += part.text.length;
        return part.href === null ? (
          <span key={key}>{part.text}</span>
        ) : (
          <TextLink key={key} href={part.href} target="_blank" rel="noopener noreferrer">
            {part.text}
          </TextLink>
        );
      })}
    </p>
  );
}
