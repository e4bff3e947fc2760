import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type UserConfig } from 'vite';

const page = fileURLToPath(new URL('../web/kept.html', import.meta.url));

/** Builds the page for stored papers separately, so that the files of other pages do not contain its code. */
export function offlineShell(
  shared: Pick<UserConfig, 'resolve' | 'build'> & { readonly plugins: () => Plugin[] },
): Plugin {
  return {
    name: 'offline-shell',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        root: 'web',
        logLevel: 'error',
        publicDir: false,
        resolve: shared.resolve ?? {},
        plugins: [...shared.plugins(), shellList()],
        build: { ...shared.build, emptyOutDir: false, rolldownOptions: { input: page } },
      });
    },
  };
}

/** A hash of the files' names identifies the build. */
function shellList(): Plugin {
  return {
    name: 'shell-list',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
        if (entry === undefined) throw new Error('The offline page has no script.');
        const names = files.map(({ fileName }) => fileName).filter((name) => /^(assets|pdfjs)\//.test(name));
        const hash = createHash('sha256').update(names.toSorted().join()).digest('hex').slice(0, 8);
        for (const file of files) {
          if (file.type === 'asset' && file.fileName.endsWith('.html') && typeof file.source === 'string')
            file.source = file.source.replace('<!--build-->', `<meta name="build" content="${hash}" />`);
        }
        const list = { build: hash, files: [...names, 'favicon.svg', 'icons/icon-192.png'].map((name) => `/${name}`) };
        this.emitFile({ type: 'asset', fileName: 'shell.json', source: JSON.stringify(list) });
      },
    },
  };
}
