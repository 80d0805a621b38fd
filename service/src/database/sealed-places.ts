// The names that bind each sealed secret to its place: a secret sealed for one place does not open
// for another.

export function totpPlace(userId: string): string {
  return `totp:${userId}`;
}

export function seedPlace(kid: string): string {
  return `seed:${kid}`;
}

export function mailPlace(mailId: string): string {
  return `mail:${mailId}`;
}

export function webhookSecretPlace(webhookId: string): string {
  return `webhook:${webhookId}`;
}

export function storageSecretPlace(connectionId: string): string {
  return `storage:${connectionId}`;
}

export function serviceSecretPlace(name: string): string {
  return `service-secret:${name}`;
}

export function certificateKeyPlace(certificateId: string): string {
  return `certificate-key:${certificateId}`;
}

/** JSON, because a key of a caller can contain any separator. */
export function replayPlace(...place: readonly string[]): string {
  return `replay:${JSON.stringify(place)}`;
}
