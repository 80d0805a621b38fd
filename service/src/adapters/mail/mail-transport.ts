// How an email leaves the service.

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link or code in the email, which an operator without a mail server needs. */
  readonly linkOrCode: string;
}

export interface MailTransport {
  /** Resolves when the email has been handed over. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}
