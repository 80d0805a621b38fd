// The pages behind the links in the mails: verify an address, set a new password, join a team. Opening one spends nothing,
// because mail scanners open links too: only a press of the button does. The dashboard will replace them.
import { type Html, html } from '../../http/html.ts';
import { createPageFrame, readBeside } from '../../http/html-page.ts';
import { newPassword } from './auth.schema.ts';

const frame = createPageFrame(
  readBeside(import.meta.url, './account-pages.css'),
  readBeside(import.meta.url, './account-pages.js'),
);

export const accountPagesPolicy = frame.policy;

const { minLength, maxLength } = newPassword as { minLength?: number; maxLength?: number };

/** Specification, Team: accept. */
const longestInvitedPassword = 128;

export function verifyEmailPage(publicUrl: string): string {
  return page(
    'Verify your e-mail address',
    html`${part(
      'ready',
      html`<p>Please confirm that the address to which the mail was sent is yours.</p>
<form data-post="/v1/auth/verify-email">
<button>Verify my e-mail address</button>
</form>`,
    )}
${part(
  'done',
  html`<h2 tabindex="-1">Your e-mail address is verified</h2>
<p>Thank you. There is nothing more to do; you can close this page.</p>`,
)}
${part(
  'expired',
  html`<h2 tabindex="-1">This link does not work any more</h2>
<p>It has expired, was used already, or is not complete. If your address is verified already, all is well. Otherwise a new link can be sent:</p>
${mailForm('/v1/auth/resend-verification')}`,
)}
${sentPart('If the address has an account that is not verified yet, a new link is on its way. It works for 24 hours.')}
${withoutScript(publicUrl, '/v1/auth/verify-email', { token: '<token>' })}`,
  );
}

export function resetPasswordPage(publicUrl: string): string {
  return page(
    'Set a new password',
    html`${part(
      'ready',
      html`<form data-post="/v1/auth/reset-password">
${passwordFields('New password', maxLength)}
<button>Set the new password</button>
</form>`,
    )}
${part(
  'done',
  html`<h2 tabindex="-1">Your new password is set</h2>
<p>Every session of the account has ended. Log in with the new password from now on.</p>`,
)}
${part(
  'expired',
  html`<h2 tabindex="-1">This link does not work any more</h2>
<p>It has expired, was used already, or is not complete. A new link can be sent:</p>
${mailForm('/v1/auth/forgot-password')}`,
)}
${sentPart('If the address has an account, a new link is on its way. It works for one hour.')}
${withoutScript(publicUrl, '/v1/auth/reset-password', { token: '<token>', password: '<new password>' })}`,
  );
}

export function acceptInvitePage(publicUrl: string): string {
  return page(
    'Join a team',
    html`${part(
      'ready',
      html`<p data-preview="/v1/team/invites/{token}/preview">You are invited to the team of <strong data-fill="org_name">an organization</strong>, with the role <strong data-fill="role">of the invite</strong>.</p>
<form data-post="/v1/team/invites/{token}/accept">
${passwordFields('Choose a password', longestInvitedPassword)}
<button>Join the team</button>
</form>`,
    )}
${part(
  'done',
  html`<h2 tabindex="-1">Welcome to the team</h2>
<p>Your account is made and your e-mail address is verified. Log in with the address the invite was sent to, and with your new password.</p>`,
)}
${part(
  'expired',
  html`<h2 tabindex="-1">This invite is not open any more</h2>
<p>It has expired, was accepted already, was replaced by a newer one, or is not complete. Ask whoever invited you for a new one.</p>`,
)}
${withoutScript(publicUrl, '/v1/team/invites/<token>/accept', { password: '<new password>' })}`,
  );
}

function passwordFields(label: string, longest: number | undefined): Html {
  const lengths = html`minlength="${minLength}" maxlength="${longest}"`;
  return html`<p><label for="password">${label}</label><input id="password" name="password" type="password" required ${lengths} autocomplete="new-password" aria-describedby="rule"><span id="rule" class="note">At least ${minLength} characters. A few words in a row are easy to remember and hard to guess.</span></p>
<p><label for="repeated">The same once more</label><input id="repeated" type="password" required ${lengths} autocomplete="new-password" data-repeats="password"></p>
<p class="choice"><input id="shown" type="checkbox" data-shows="password repeated"><label for="shown">Show the password</label></p>`;
}

function page(title: string, parts: Html): string {
  return frame.layOut(
    `${title} · Content Provenance Service`,
    html`<main>
<p class="service">Content Provenance Service</p>
<h1>${title}</h1>
${parts}
<p class="problem" role="alert"></p>
</main>`,
  );
}

/** The script shows one part at a time. */
function part(state: string, words: Html): Html {
  return html`<section data-state="${state}" hidden>
${words}
</section>`;
}

function mailForm(path: string): Html {
  return html`<form data-post="${path}" data-then="sent">
<p><label for="email">E-mail address</label><input id="email" name="email" type="email" required autocomplete="email"></p>
<button>Send a new link</button>
</form>`;
}

function sentPart(sentence: string): Html {
  return part(
    'sent',
    html`<h2 tabindex="-1">Look into your mailbox</h2>
<p>${sentence}</p>`,
  );
}

function withoutScript(publicUrl: string, path: string, body: Readonly<Record<string, string>>): Html {
  const curl = `curl "${publicUrl}${path}" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
  return html`<noscript>
<p>This page needs JavaScript. Without it, the same can be done from a command line; the token stands in the address of this page, behind <code>#token=</code>:</p>
<pre tabindex="0"><code>${curl}</code></pre>
</noscript>`;
}
