export function isForThisMachine(host?: string): boolean;
export function isOwnPage(request: Request): boolean;
