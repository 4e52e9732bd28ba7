"""What readers hear of the talk at a table."""

from games.play.talk.avoiding import avoided_by as avoided_by
from games.play.talk.avoiding import avoids as avoids
from games.play.talk.avoiding import hears as hears
