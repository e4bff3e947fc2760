import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';

/** Opens the guide's section in a new tab, so that nothing typed on the page is lost. */
export function HelpLink({ chapter, heading }: { readonly chapter: string; readonly heading: string }) {
  return (
    <TextLink href={paths.help(chapter, heading)} target="_blank">
      How does this work?
    </TextLink>
  );
}
