import type { FastifyInstance } from 'fastify';
import { fullName } from '#domain/identity.ts';
import type { Context } from '#server/context.ts';
import { addDemoRoute, addFonts, type DemoPage, demoPage, type Html, html, sendDemoPage } from './demo-page.ts';
import { addMailbox } from './mailbox.ts';
import { secretary } from './people.ts';

export function addDemoPages(app: FastifyInstance, context: Context): void {
  addFonts(app, context);
  addMailbox(app, context);
  addOwnPages(app, context);
}

export function addOwnPages(app: FastifyInstance, context: Context): void {
  const { appName } = context.config;
  const pages = { help: helpPage(appName), plans: plansPage(appName), contact: contactPage(appName) };
  for (const [name, page] of Object.entries(pages)) {
    addDemoRoute(app, context, `/demo/${name}`, (_request, reply) => sendDemoPage(reply, page));
  }
}

function ownPage(title: string, lead: string, content: Html): DemoPage {
  const links = [
    { name: 'Help', href: '/demo/help' },
    { name: 'Plans and pricing', href: '/demo/plans' },
    { name: 'Contact', href: '/demo/contact' },
  ].map(({ name, href }) =>
    name === title ? html`<a href="${href}" aria-current="page">${name}</a>` : html`<a href="${href}">${name}</a>`,
  );
  const body = html`<header><p class="meta">Demonstration</p><h1>${title}</h1><p class="lead">${lead}</p></header>
<nav class="tabs" aria-label="Pages">${links}</nav>
${content}
<p class="meta foot">In your own installation the operator names these pages, or leaves their entries out. <a href="/home">Back to the board</a></p>`;
  return demoPage(title, 'Demonstration', body);
}

const answers = (appName: string): readonly { readonly question: string; readonly answer: string }[] => [
  {
    question: 'How do I answer an invitation?',
    answer:
      'Open the meeting, or the dashboard, and choose Going or Not Going. A hybrid meeting asks whether you come in person or remotely. Change takes your answer back.',
  },
  {
    question: 'Who sees what I write on a document?',
    answer:
      'Nobody but you. Highlights, notes and drawings are yours alone, and My marks in the library lists every document that holds some.',
  },
  {
    question: 'How do meetings get into my calendar?',
    answer:
      'Each meeting has Add to calendar. Subscribe, in the same place, keeps every meeting of yours up to date by itself.',
  },
  {
    question: 'I lost the phone that gives me my codes.',
    answer:
      'Use one of your recovery codes on the page that asks for a code. Without them, whoever runs the site can reset your two-factor authentication.',
  },
  {
    question: 'Where did the mail go?',
    answer: `This demonstration sends nothing. What ${appName} would have sent is in its mailbox.`,
  },
];

function helpPage(appName: string): DemoPage {
  return ownPage(
    'Help',
    'What members ask most often.',
    html`<dl class="answers">${answers(appName).map(
      ({ question, answer }) => html`<dt>${question}</dt><dd>${answer}</dd>`,
    )}</dl>
<p><a href="/demo/mailbox">Open the mailbox</a></p>`,
  );
}

const plans = [
  {
    name: 'Small',
    price: '$40 a month',
    holds: 'One board of up to 12 members, with everything that this demonstration shows.',
  },
  {
    name: 'Board',
    price: '$90 a month',
    holds: 'One board of up to 40 members, with committees and a library of 100 GB.',
  },
  {
    name: 'Several boards',
    price: '$75 a month and board',
    holds: 'Three boards or more, one sign-in for whoever sits on several.',
  },
] as const;

function plansPage(appName: string): DemoPage {
  return ownPage(
    'Plans and pricing',
    `An example of what could stand here. ${appName} itself asks for no plan.`,
    html`<ul class="plans">${plans.map(
      ({ name, price, holds }) => html`<li><h2>${name}</h2><p class="price">${price}</p><p>${holds}</p></li>`,
    )}</ul>
<p><a href="/demo/contact">Ask for a board</a></p>`,
  );
}

function contactPage(appName: string): DemoPage {
  return ownPage(
    'Contact',
    `Whoever runs ${appName} for you is named here.`,
    html`<dl class="answers">
<dt>New boards, suspended boards</dt><dd>Site administration opens and resumes them. In this demonstration that is ${fullName(secretary)}: sign in as ${secretary.email}, then choose Boards in the sidebar.</dd>
<dt>Your account</dt><dd>Site administration also resets two-factor authentication and ends sessions, under Users.</dd>
<dt>Anything about a meeting or a paper</dt><dd>Write to your board admin: site administration reads nothing inside a board.</dd>
</dl>`,
  );
}
