import type { Plugin } from 'vite';

const dialogs = /[\\/]node_modules[\\/]react-aria-components[\\/].*[\\/]Dialog\.m?js$/;
const ofTrigger = /^import \{\w+ as (\S+)\} from "\.\/(?:Menu|Popover)\.mjs";$/gm;

/**
 * Every dialog's module holds `DialogTrigger` too, and with it menus, popovers and all that they need. Nothing here uses it: without
 * those imports they are left to the file of menus, which is loaded when one is about to be opened.
 */
export function noDialogTrigger(): Plugin {
  return {
    name: 'no-dialog-trigger',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!dialogs.test(id.split('?')[0] ?? '')) return null;
      if (code.match(ofTrigger)?.length !== 2) throw new Error('DialogTrigger no longer imports two contexts.');
      return { code: code.replaceAll(ofTrigger, 'const $1 = null;'), map: null };
    },
  };
}
