// Words of the account page: the person, the password, the second factor.
import { navigationTexts } from './navigation.ts';

export const securityTexts = {
  title: navigationTexts.account,
  lead: 'Who you are here, and how your login is protected.',
  facts: {
    email: 'E-mail address',
    organization: 'Organization',
    role: 'Role',
    since: 'Member since',
  },
  verified: 'verified',
  unverified: 'not verified yet',
  password: {
    title: 'Password',
    lead: 'A new password is set through a link in a mail, so that an unlocked screen alone is not enough to change it. It ends every session, this one too.',
    action: 'Mail me the link',
    sent: 'Sent. The link in the mail works for one hour.',
  },
  twoFactor: {
    title: 'Two-factor authentication',
    off: 'Off',
    on: 'On',
    offLead:
      'Besides your password, a login then asks for a code that only you can see. Choose where the codes come from.',
    methods: { totp: 'Authenticator app', email: 'Codes by e-mail' },
    onLead: {
      totp: 'A login asks for the code of your authenticator app, or for one of your recovery codes.',
      email: 'A login mails a code to you and asks for it, or for one of your recovery codes.',
    },
    useTotp: 'Use an authenticator app',
    useEmail: 'Use codes by e-mail',
    scanTitle: 'Scan this code with your app',
    scanLead: 'Any app for time-based codes will do. If it cannot scan, type the key into it.',
    qr: 'QR code with the key for your authenticator app',
    key: 'Key',
    copyKey: 'Copy the key',
    mailTitle: 'Look into your mailbox',
    mailLead: (email: string) => `A code is on its way to ${email}. It works for ten minutes.`,
    code: 'Code',
    codeNote: { totp: 'The six digits your app shows now.', email: 'The six digits of the mail.' },
    enable: 'Switch it on',
    cancel: 'Not now',
    recoveryTitle: 'Keep your recovery codes',
    recoveryLead:
      'It is switched on. If you lose your second factor, each of these codes lets you in once. They are shown only now: keep them where only you can find them.',
    copyCodes: 'Copy the codes',
    download: 'Download as a text file',
    fileName: 'recovery-codes.txt',
    fileHead: (email: string) => `Recovery codes of ${email}. Each works once.`,
    kept: 'I have kept them',
    disable: 'Switch it off',
    disableTitle: 'Switch two-factor authentication off?',
    disableLead: 'Your password alone will then open your account, and the recovery codes end.',
    disablePassword: 'Your password',
  },
};
