"""The command for who runs a site: a link for somebody who forgot their password, when no organiser can give one."""

import click

from overtrick.commands.serve import data_file, need_packages, store_flag
from overtrick.core.mistake import Mistake


@click.command()
@click.argument("name")
@store_flag
def password(name: str, store: str | None) -> None:
    """Make a link with which somebody on the site chooses a new password."""
    need_packages()
    from overtrick.arena.arena import open_arena
    from overtrick.arena.people.accounts import find_by_name
    from overtrick.arena.people.invitations import LASTS_S, reset_password

    with open_arena(store or data_file(), create=False) as arena:
        account = find_by_name(arena, name)
        if account is None:
            raise Mistake(f"nobody on this site is called {name[:40]!r}")
        code = reset_password(arena, account.id)
    click.echo(f"{account.name} chooses a new password at the address of your site with this behind it:")
    click.echo(f"/welcome/{code}  (works once, within {LASTS_S // 86400} days)")


COMMANDS = (password,)
