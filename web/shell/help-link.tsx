import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';

/** Opens the guide in a new tab, so that input on the page is not lost. */
export function HelpLink({ chapter, heading }: { readonly chapter: string; readonly heading: string }) {
  return (
    <TextLink href={paths.help(chapter, heading)} target="_blank">
      How does this work?
    </TextLink>
  );
}
